;;; Eglot, as the story takes it.  -*- lexical-binding: t -*-
(when (< emacs-major-version 29)  ; Debian keeps eglot apart, where -Q does not look
  (let ((default-directory "/usr/share/emacs/site-lisp/elpa-src/"))
    (normal-top-level-add-subdirs-to-load-path)))
(setq eglot-send-changes-idle-time 0.1
      ;; Eglot 1.9 and 1.17 each ask in a way of their own before they apply a server's edit.
      eglot-confirm-server-initiated-edits nil eglot-confirm-server-edits nil)

(defconst story-client "eglot")
(defconst story-client-act 'eglot-code-actions)

(defun story-client-hover ()
  (let (shown)
    (eglot-hover-eldoc-function (lambda (hover &rest _) (setq shown hover)))
    (story-wait "the hover" (lambda () shown))))

(defun story-client-end () (eglot-shutdown (eglot-current-server) nil story-patience))

(story-begin-at 'eglot-managed-mode-hook)
