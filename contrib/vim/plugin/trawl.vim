" trawl.vim - links in any buffer: gx opens the link under the cursor, even if it is broken over
" lines or quoted; iu and au are text objects; :Trawl lists all links
"
" Set these before the plugin is loaded:
"   g:trawl_program   the command, "trawl" by default
"   g:trawl_browser   the program that opens links, as a list of its arguments; the link is added.
"                     By default the first of $BROWSER, xdg-open, open and termux-open
"   g:trawl_no_maps   1: make no maps; use the <Plug> names below

if exists('g:loaded_trawl') || !exists('*json_decode')
  finish
endif
let g:loaded_trawl = 1

command! -bar Trawl call trawl#list()
nnoremap <silent> <Plug>(trawl-open) :<C-U>call trawl#open()<CR>
onoremap <silent> <Plug>(trawl-inner) :<C-U>call trawl#select(0)<CR>
xnoremap <silent> <Plug>(trawl-inner) :<C-U>call trawl#select(0)<CR>
onoremap <silent> <Plug>(trawl-around) :<C-U>call trawl#select(1)<CR>
xnoremap <silent> <Plug>(trawl-around) :<C-U>call trawl#select(1)<CR>

if !get(g:, 'trawl_no_maps', 0)
  nmap gx <Plug>(trawl-open)
  omap iu <Plug>(trawl-inner)
  xmap iu <Plug>(trawl-inner)
  omap au <Plug>(trawl-around)
  xmap au <Plug>(trawl-around)
endif
