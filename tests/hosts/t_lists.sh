#!/bin/sh
# t_lists.sh - vim's quickfix list and Emacs' compile mode read the places that trawl prints
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cat >"$tmp/letter" <<'END'
> ä😀 see <URL:http://a.example/lo
> ng>, http://b.example/
joe@c.example (http://d.example/(x))
END
cp "$tmp/letter" "$tmp/a b"
case $TRAWL in
/*) ;;
*) TRAWL=$PWD/$TRAWL ;;
esac
export tmp

cp "$tmp/letter" "$tmp/letter.txt"
if have vim:; then
    vim=$(vim_of)
    export vim
    # Writes "FILE LINE COLUMN TEXT" for each entry of the quickfix list.
    cat >"$tmp/quickfix.vim" <<'END'
call writefile(map(filter(getqflist(), 'v:val.valid'), 'bufname(v:val.bufnr) . " " . v:val.lnum . " " . v:val.col . " " . v:val.text'), 'entries')
qall!
END
    check_same 'vim: -nH fills the quickfix list' \
        'cd "$tmp" && "$TRAWL" -nH letter.txt "a b" >errors && TERM=dumb "$vim" -e -s -u NONE -q errors -S quickfix.vim >/dev/null 2>&1; cat entries' \
        'cd "$tmp" && "$TRAWL" -nH letter.txt "a b" | sed "s/^\([^:]*\):\([0-9]*\):/\1 \2 0 /"'
    check_same 'vim: --line-number=column --offsets bytes has its columns' \
        'cd "$tmp" && "$TRAWL" -H --line-number=column --offsets bytes letter.txt >errors && TERM=dumb "$vim" -e -s -u NONE -q errors -S quickfix.vim >/dev/null 2>&1; cat entries' \
        'cd "$tmp" && "$TRAWL" -H --line-number=column --offsets bytes letter.txt | sed "s/^\([^:]*\):\([0-9]*\):\([0-9]*\):/\1 \2 \3 /"'
else
    skip 'the quickfix list of vim' 'there is no vim'
fi
if have emacs; then
    # Prints "FILE LINE COLUMN" for each message of the compilation buffer.
    cat >"$tmp/compile.el" <<'END'
(require 'compile)
(with-temp-buffer
  (insert-file-contents "errors")
  (compilation-mode)
  (compilation--ensure-parse (point-max))
  (goto-char (point-min))
  (let ((next (point-min)))
    (while next
      (let ((message (get-text-property next 'compilation-message)))
        (when message
          (let ((loc (compilation--message->loc message)))
            (princ (format "%s %s %s\n" (caar (compilation--loc->file-struct loc))
                           (compilation--loc->line loc) (compilation--loc->col loc))))))
      (setq next (next-single-property-change next 'compilation-message)))))
END
    check_same 'Emacs: -nH in compile mode' \
        'cd "$tmp" && "$TRAWL" -nH letter.txt >errors && HOME=$tmp emacs -Q --batch -l compile.el 2>/dev/null' \
        'cd "$tmp" && "$TRAWL" -nH letter.txt | sed "s/^\([^:]*\):\([0-9]*\):.*/\1 \2 nil/"'
    check_same 'Emacs: --line-number=column in compile mode' \
        'cd "$tmp" && "$TRAWL" -H --line-number=column letter.txt >errors && HOME=$tmp emacs -Q --batch -l compile.el 2>/dev/null' \
        'cd "$tmp" && "$TRAWL" -H --line-number=column letter.txt | awk -F: "{ print \$1, \$2, \$3 }"'
else
    skip 'the compile mode of Emacs' 'there is no emacs'
fi

finish
