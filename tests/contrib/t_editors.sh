#!/bin/sh
# t_editors.sh - the plugins of contrib for editors: a link is opened by keys, and their other functions
# shellcheck disable=SC2154  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
# shellcheck source=tests/contrib/hosts.sh
. tests/contrib/hosts.sh

printf 'http://www.bank.example@a.example/\nfile:///etc/passwd\n' >"$tmp/danger"
danger='printf "1\nhttp://www.bank.example@a.example/\n"'

# ---- vim and neovim ----

# Vim asks the terminal for its version and colours. On a busy machine the terminal's answer may
# come late. Since it begins with ESC, it would then answer a question of the plugin with no.
printf 'set nocompatible\nset t_RV= t_RB= t_RF= t_u7=\nset rtp+=%s\nruntime plugin/trawl.vim\n' "$contrib/vim" >"$tmp/vimrc"
cat >"$tmp/script" <<'END'
runtime plugin/trawl.vim
call cursor(4, 20)
normal yiu
call writefile([@"], $tmp . "/inner")
call cursor(2, 15)
normal yau
call writefile(split(@", "\n"), $tmp . "/around")
Trawl
call writefile(map(getqflist(), 'v:val.lnum . " " . v:val.col . " " . v:val.text'), $tmp . "/list")
wincmd p
if has('nvim')
  execute 'edit term://cat\ ' . $tmp . '/screen'
else
  execute 'terminal ++curwin cat' $tmp . '/screen'
endif
while search('last line') == 0
  sleep 10m
endwhile
Trawl
call writefile([getqflist()[0].text], $tmp . "/terminal")
qa!
END
# A URL of 90 columns, which a terminal of 80 breaks.
long=https://pear.example/$(printf 'pears-%.0s' 1 2 3 4 5 6 7 8 9 10 11)and
printf '%s\nThe last line\n' "$long" >"$tmp/screen"
export long

# vi EDITOR OPTION...: runs the script in an editor.
vi() {
    rm -f "$tmp/inner" "$tmp/around" "$tmp/list"
    timeout 300 "$@" --cmd 'set rtp+='"$contrib/vim" -S "$tmp/script" "$tmp/text" </dev/null >/dev/null 2>&1
}

# The links of the buffer: row and column of the start and the end, and the URL; or an error.
cat >"$tmp/marks.lua" <<'END'
vim.bo.filetype = 'mail'
local space = vim.api.nvim_create_namespace('trawl')
local function marks()
  return vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })
end
if vim.g.loaded_trawl_links then
  vim.wait(60000, function() return #marks() > 0 end, 10)
end
for _, mark in ipairs(marks()) do
  local to = mark[4]
  io.stdout:write(('%d %d %d %d %s\n'):format(mark[2], mark[3], to.end_row, to.end_col, to.url))
end
END
marks() {
    timeout 300 nvim -n --clean --headless --cmd "set rtp+=$contrib/neovim" -c 'runtime plugin/trawl_links.lua' \
        -c "luafile $tmp/marks.lua" -c 'qa!' "$tmp/text" 2>&1
}

# try_vi NAME EDITOR OPTION...
try_vi() {
    name=$1 editor=$2
    shift
    if have tmux; then
        check_same "$name: gx on the second piece opens the link" \
            'begin $editor -n -u "$tmp/vimrc" -i NONE "$tmp/text" && press b.html 3Gwgx && opened' "$whole"
        check_same "$name: gx opens a dangerous link after a question" \
            'begin $editor -n -u "$tmp/vimrc" -i NONE "$tmp/danger" && press bank gx && press "(userinfo)" y && opened' \
            "$danger"
        check "$name: gx never opens some schemes" 'press bank 2Ggx && press "not open file" && [ ! -f "$tmp/opened" ]'
    else
        skip "$name: gx" 'no tmux'
    fi
    vi "$@"
    check_same "$name: iu is the link" 'cat "$tmp/inner"' 'echo "http://www.example.com/x_(y)"'
    check_same "$name: au has the wrapper" 'cat "$tmp/around"' 'printf "<URL:http://www.example.org/a/\n> b.html>\n"'
    check_same "$name: :Trawl" 'cat "$tmp/list"' 'printf "2 12 %s\n4 17 http://www.example.com/x_(y)\n" "$url"'
    check_same "$name: :Trawl in a terminal" 'cat "$tmp/terminal"' 'echo "$long"'
}

if have vim: timeout; then
    try_vi vim "$(vim_of)" -u NONE -i NONE -N -es
else
    skip vim 'no vim with jobs'
fi
if have nvim timeout; then
    try_vi neovim nvim --clean --headless
    if nvim --clean --headless +'if !has("nvim-0.10") | cquit | endif' +quit 2>/dev/null; then
        check_same 'neovim: each piece of a link is a hyperlink with the whole URL' 'marks' \
            'printf "%s\n" "1 11 1 36 $url" "2 2 2 8 $url" "3 16 3 44 http://www.example.com/x_(y)"'
    else
        lacks 'neovim: hyperlinks' 'neovim is older than 0.10'
        check_test 'neovim: the plugin for hyperlinks does nothing in old versions' = '' 'marks'
    fi
else
    skip neovim 'no nvim'
fi

# ---- Emacs ----

cat >"$HOME/.emacs" <<'END'
(load (expand-file-name "emacs/trawl" (getenv "contrib")) nil t)
(add-hook 'find-file-hook #'trawl-mode)
(setq browse-url-browser-function 'browse-url-generic browse-url-generic-program "browser")
END
cat >"$tmp/test.el" <<'END'
(load (expand-file-name "emacs/trawl.el" (getenv "contrib")) nil t)
(setq browse-url-browser-function (lambda (url &rest _) (princ (format "%s\n" url))))
(find-file (expand-file-name "text" (getenv "tmp")))
(trawl-mode)
(trawl-next)
(princ (format "%d " (point)))
(trawl-open)
(trawl-next)
(princ (format "%d " (point)))
(trawl-open)
(trawl-previous)
(princ (format "%d\n" (point)))
(forward-button 1)
(princ (format "%d " (point)))
(push-button)
(trawl-mode -1)
(goto-char (point-min))
(forward-line 2)
(forward-char 4)
(trawl-open)
(princ (if (overlays-in (point-min) (point-max)) "buttons\n" "no buttons\n"))
END
if have emacs tmux; then
    check_same 'Emacs: M-n and RET open a link' \
        'begin emacs -nw "$tmp/text" && press " Trawl" M-n Enter && opened' "$whole"
    check_same 'Emacs: a dangerous link is opened after a question' \
        'begin emacs -nw "$tmp/danger" && press " Trawl" Enter && press "(userinfo)" yes Enter && opened' "$danger"
    check 'Emacs: some schemes are never opened' \
        'press bank M-n Enter && press "file: URLs are not" && [ ! -f "$tmp/opened" ]'
else
    skip 'Emacs: M-n' 'no emacs or no tmux'
fi
if have emacs timeout; then
    check_same 'Emacs: links, buttons' 'timeout 300 emacs -Q --batch -l "$tmp/test.el"' \
        'printf "%s\n" "23 $url" "79 http://www.example.com/x_(y)" 23 \
             "79 http://www.example.com/x_(y)" "$url" "no buttons"'
    check_same 'Emacs: trawl.el compiles without a warning' \
        'cp "$contrib/emacs/trawl.el" "$tmp" && timeout 300 emacs -Q --batch -f batch-byte-compile "$tmp/trawl.el" 2>&1' ':'
else
    skip Emacs 'no emacs'
fi

finish
