" trawl.vim - the functions of the plugin; see plugin/trawl.vim

" How many lines above and below the cursor are read. A broken link has at most 64 lines.
let s:around = 80

" Links with these schemes open without a question, unless they have one of these flags (trawl(1)).
let s:schemes = ['http', 'https', 'mailto']
let s:dangers = ['mismatch', 'userinfo', 'odd-ip', 'ip-host', 'mixed-script', 'whole-script', 'confusable', 'refanged',
      \ 'bad-port', 'bad-percent', 'bad-char', 'format-char', 'backslash']
" Links with these schemes are never opened.
let s:never = '^\%(\%(livescript\|data\|blob\|filesystem\|file\|about\|view-source\|jar\|res\|hcp\|resource\|hxxps\?'
      \ . '\|search\|mocha\|mk\|mhtml\|its\|shell\|intent\|wyciwyg\|feed\|cid\|pcast\)$'
      \ . '\|chrome\|ms-\|search-\|moz-\|javascript\|vbscript\)'

" Returns the links of lines first to last: dictionaries as trawl -t json prints them, with the
" places of their bytes as [line, column], both from 1, in "from" and "to".
function! s:links(first, last) abort
  let program = shellescape(get(g:, 'trawl_program', 'trawl'))
        \ . (&buftype ==# 'terminal' ? ' --profile screen' : '')
  let lines = getline(a:first, a:last)
  let links = []
  for line in split(system(program . ' -f text -t json 2>&1', lines + ['']), "\n")
    let link = line =~# '^{"url"' ? json_decode(line) : {}
    if line =~# '^{"url"'
      call add(links, link)
    elseif line !~# '^{'
      echohl ErrorMsg | echomsg line | echohl None
      return []
    endif
  endfor
  for link in links
    let link.from = s:place(lines, a:first, link.spans[0][0])
    let link.to = s:place(lines, a:first, link.spans[-1][1] - 1)
  endfor
  return links
endfunction

" Returns the line and column of a byte of the text.
function! s:place(lines, first, offset) abort
  let rest = a:offset
  let i = 0
  while i < len(a:lines) - 1 && rest > len(a:lines[i])
    let rest -= len(a:lines[i]) + 1
    let i += 1
  endwhile
  return [a:first + i, rest + 1]
endfunction

function! s:is_before(a, b) abort
  return a:a[0] < a:b[0] || (a:a[0] == a:b[0] && a:a[1] <= a:b[1])
endfunction

" Returns the link under the cursor, or {}.
function! s:here() abort
  let here = [line('.'), col('.')]
  for link in s:links(max([1, here[0] - s:around]), min([line('$'), here[0] + s:around]))
    if s:is_before(link.from, here) && s:is_before(here, link.to)
      return link
    endif
  endfor
  return {}
endfunction

" ---- Opening ----

" Returns the program that opens links, as a list.
function! s:browser() abort
  if exists('g:trawl_browser')
    return g:trawl_browser
  endif
  for name in split($BROWSER, ':') + ['xdg-open', 'open', 'termux-open']
    if executable(name)
      return [name]
    endif
  endfor
  return []
endfunction

" Runs a program without a shell, and without waiting for it.
function! s:run(argv) abort
  if exists('*jobstart')
    call jobstart(a:argv, {'detach': v:true})
  elseif exists('*job_start')
    call job_start(a:argv, {'in_io': 'null', 'out_io': 'null', 'err_io': 'null', 'stoponexit': ''})
  else
    call system(join(map(copy(a:argv), 'shellescape(v:val)')) . ' >/dev/null 2>&1 &')
  endif
endfunction

" Returns the reading of a link that the user chooses, or ''.
function! s:chosen(link) abort
  let urls = [a:link.url] + map(copy(get(a:link, 'alt', [])), 'v:val.url')
  if len(urls) == 1
    return urls[0]
  endif
  let answer = inputlist(['Which one?'] + map(copy(urls), '(v:key + 1) . ": " . v:val'))
  return answer > 0 && answer <= len(urls) ? urls[answer - 1] : ''
endfunction

function! trawl#open() abort
  let link = s:here()
  let url = empty(link) ? '' : s:chosen(link)
  let scheme = tolower(matchstr(url, '^[^:]*'))
  let browser = s:browser()
  let dangers = filter(copy(get(link, 'flags', [])), 'index(s:dangers, v:val) >= 0')
  if empty(link)
    echo 'No link under the cursor'
  elseif url ==# ''
    return
  elseif scheme =~# s:never
    echo 'trawl does not open ' . scheme . ': URLs'
  elseif empty(browser)
    echo 'No browser: set $BROWSER or g:trawl_browser'
  elseif index(s:schemes, scheme) >= 0 && empty(dangers)
        \ || confirm('Open ' . url . '?' . join(map(dangers, '" (" . v:val . ")"'), ''), "&Yes\n&No", 2) == 1
    call s:run(browser + [url])
  endif
endfunction

" ---- Text objects and the list ----

" Selects the link under the cursor, and with `around` also its <URL: and >, or its quotes.
function! trawl#select(around) abort
  let link = s:here()
  if empty(link)
    return
  endif
  let [from, to] = [link.from, link.to]
  if a:around
    let left = matchstr(strpart(getline(from[0]), 0, from[1] - 1), '\c\%(<\%(ur[li]:\)\?\s*\|["'']\)$')
    let right = matchstr(strpart(getline(to[0]), to[1]), '^\s*[>"'']')
    if left !=# '' && right !=# ''
      let [from, to] = [[from[0], from[1] - len(left)], [to[0], to[1] + len(right)]]
    endif
  endif
  call cursor(from)
  normal! v
  call cursor(to)
endfunction

" Lists the links of the buffer in the quickfix window.
function! trawl#list() abort
  let items = map(s:links(1, line('$')),
        \ '{"bufnr": bufnr("%"), "lnum": v:val.from[0], "col": v:val.from[1], "text": v:val.url}')
  call setqflist(items)
  if empty(items)
    echo 'No links'
  else
    copen
  endif
endfunction
