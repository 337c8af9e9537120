;;; trawl.el --- Links of any buffer, even broken and quoted ones  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "27.1"))

;;; Commentary:

;; `trawl-mode' makes buttons of all links that trawl(1) finds in the buffer: a link that is broken
;; over lines or quoted has one target, on all of its pieces.  RET or a click opens it, and M-n and
;; M-p go to the next and the previous link.  So does TAB where it goes to buttons, as in mail.
;;
;; For messages in Gnus, notmuch and mu4e:
;;
;;     (load "/usr/local/share/trawl/emacs/trawl")
;;     (trawl-mail-setup)

;;; Code:

(require 'browse-url)
(require 'button)
(require 'json)
(require 'seq)
(require 'subr-x)

(defgroup trawl nil
  "Links that trawl finds."
  :group 'external)

(defcustom trawl-program "trawl"
  "The command trawl."
  :type 'string)

(defcustom trawl-options '("-f" "text")
  "Further options of trawl."
  :type '(repeat string))

(defcustom trawl-schemes '("http" "https" "mailto")
  "Schemes that are opened without a question."
  :type '(repeat string))

(defconst trawl-dangers '("mismatch" "userinfo" "odd-ip" "ip-host" "mixed-script" "whole-script" "confusable"
                          "refanged" "bad-port" "bad-percent" "bad-char" "format-char" "backslash")
  "Flags of links that are opened after a question; see trawl(1).")

(defconst trawl-never
  (rx bos (or (seq (or "livescript" "data" "blob" "filesystem" "file" "about" "view-source" "jar"
                       "res" "hcp" "resource" "hxxp" "hxxps" "search" "mocha" "mk" "mhtml" "its"
                       "shell" "intent" "wyciwyg" "feed" "cid" "pcast")
                   eos)
              "chrome" "ms-" "search-" "moz-" "javascript" "vbscript"))
  "Schemes that are never opened.")

(defvar trawl-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "M-n") #'trawl-next)
    (define-key map (kbd "M-p") #'trawl-previous)
    (define-key map (kbd "C-c C-o") #'trawl-open)
    map)
  "Keys of `trawl-mode'.")

(define-button-type 'trawl
  'action (lambda (button) (trawl--open (button-get button 'trawl-link)))
  'follow-link t)

;;;; Finding

(defun trawl--parse (line)
  "Return the link of LINE, an object of JSON, as an alist, or nil."
  (let* ((json-object-type 'alist) (json-array-type 'list) (json-key-type 'symbol)
         (link (json-read-from-string line)))
    (and (alist-get 'url link) link)))

(defun trawl--position (from offset)
  "Return the position OFFSET bytes of UTF-8 after the position FROM."
  (or (byte-to-position (+ (position-bytes from) offset)) (point-max)))

(defun trawl-links (&optional from to)
  "Return the links between FROM and TO, by default those of the buffer.
Each is an alist with what \"trawl -t json\" prints, and with the
positions of its pieces, as `places'."
  (let ((from (or from (point-min))) (to (or to (point-max)))
        (source (current-buffer)) (coding-system-for-write 'utf-8-unix)
        (coding-system-for-read 'utf-8-unix) links)
    (with-temp-buffer
      (let ((output (current-buffer)))
        (with-current-buffer source
          (apply #'call-process-region from to trawl-program nil (list output nil) nil
                 "-t" "json" trawl-options)))
      (goto-char (point-min))
      (while (not (eobp))
        (let ((link (and (eq (char-after) ?{)
                         (trawl--parse (buffer-substring (point) (line-end-position))))))
          (when link
            (push link links)))
        (forward-line)))
    (dolist (link links)
      (nconc link
             (list (cons 'places
                         (mapcar (lambda (span)
                                   (cons (trawl--position from (car span))
                                         (trawl--position from (cadr span))))
                                 (alist-get 'spans link))))))
    (nreverse links)))

;;;; Buttons

(defun trawl-clear ()
  "Remove the buttons."
  (interactive)
  (remove-overlays (point-min) (point-max) 'type 'trawl))

(defun trawl-refresh ()
  "Make buttons of the links of the buffer.
TAB stops at the first piece of a broken link."
  (interactive)
  (trawl-clear)
  (dolist (link (trawl-links))
    (let (again)
      (dolist (place (alist-get 'places link))
        (make-button (car place) (cdr place) 'type 'trawl 'trawl-link link 'skip again
                     'help-echo (alist-get 'url link) 'evaporate t 'priority 10)
        (setq again t)))))

;;;###autoload
(define-minor-mode trawl-mode
  "Make buttons of the links that trawl finds in the buffer."
  :lighter " Trawl" :keymap trawl-mode-map
  (if trawl-mode (trawl-refresh) (trawl-clear)))

;;;; Opening

(defun trawl--here ()
  "Return the link at point, or nil."
  (or (get-char-property (point) 'trawl-link)
      (seq-find (lambda (link)
                  (let ((places (alist-get 'places link)))
                    (and (<= (caar places) (point)) (< (point) (cdr (car (last places)))))))
                (trawl-links (line-beginning-position -80) (line-beginning-position 82)))))

(defun trawl--choose (link)
  "Return the URL of LINK; ask if it has other readings."
  (let ((urls (cons (alist-get 'url link)
                    (mapcar (lambda (other) (alist-get 'url other)) (alist-get 'alt link)))))
    (if (cdr urls)
        (completing-read "Which one? " urls nil t nil nil (car urls))
      (car urls))))

(defun trawl--open (link)
  "Open LINK, after a question if it looks dangerous or has an unusual scheme."
  (let* ((url (trawl--choose link))
         (scheme (downcase (replace-regexp-in-string ":.*" "" url)))
         (dangers (seq-intersection (alist-get 'flags link) trawl-dangers)))
    (cond ((string-match-p trawl-never scheme) (user-error "%s: URLs are not opened" scheme))
          ((or (and (member scheme trawl-schemes) (not dangers))
               (yes-or-no-p (format "Open %s?%s " url
                                    (if dangers (format " (%s)" (string-join dangers ", ")) ""))))
           (browse-url url)))))

;;;###autoload
(defun trawl-open ()
  "Open the link at point, also if it is broken over lines or quoted."
  (interactive)
  (trawl--open (or (trawl--here) (user-error "No link here"))))

;;;; Moving

(defun trawl--starts ()
  "Return the positions where links begin, in order."
  (sort (delq nil (mapcar (lambda (o) (and (overlay-get o 'trawl-link) (not (overlay-get o 'skip))
                                           (overlay-start o)))
                          (overlays-in (point-min) (point-max))))
        #'<))

(defun trawl-next ()
  "Go to the next link."
  (interactive)
  (goto-char (or (seq-find (lambda (start) (> start (point))) (trawl--starts))
                 (user-error "No more links"))))

(defun trawl-previous ()
  "Go to the previous link."
  (interactive)
  (goto-char (or (seq-find (lambda (start) (< start (point))) (nreverse (trawl--starts)))
                 (user-error "No more links"))))

;;;; Mail and news

(defvar gnus-article-buffer)

(defun trawl--article ()
  "Make buttons of the links of Gnus' article."
  (with-current-buffer gnus-article-buffer
    (trawl-mode)))

;;;###autoload
(defun trawl-mail-setup ()
  "Make buttons of the links in messages of Gnus, notmuch and mu4e.
In notmuch, M-n and M-p keep their meaning; TAB goes to the next link."
  (interactive)
  (with-eval-after-load 'gnus-art
    (add-hook 'gnus-article-prepare-hook #'trawl--article))
  (with-eval-after-load 'notmuch-show
    (add-hook 'notmuch-show-hook #'trawl-refresh))
  (with-eval-after-load 'mu4e-view
    (if (boundp 'mu4e-view-rendered-hook)
        (add-hook 'mu4e-view-rendered-hook #'trawl-mode)
      ;; Before mu 1.10, no hook runs when the text is in the buffer.
      (advice-add 'mu4e-view :after (lambda (&rest _) (trawl-mode))))))

(provide 'trawl)
;;; trawl.el ends here
