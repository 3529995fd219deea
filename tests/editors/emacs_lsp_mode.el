;;; Lsp-mode, as the story takes it.  -*- lexical-binding: t -*-
(let ((default-directory (getenv "LISP")))
  (normal-top-level-add-subdirs-to-load-path))
(setq lsp-session-file (expand-file-name "lsp-session" (getenv "HOME")) lsp-auto-guess-root t lsp-auto-execute-action nil
      lsp-client-packages nil  ; 170 servers, whose files take seconds to load
      lsp-enable-file-watchers nil lsp-idle-delay 0.1 lsp-diagnostics-provider :flymake)
(load "lsp-mode-autoloads")

(defconst story-client "lsp-mode")
(defconst story-client-act 'lsp-execute-code-action)

(defun story-client-hover ()
  (save-window-excursion (lsp-describe-thing-at-point))
  (with-current-buffer "*lsp-help*" (buffer-string)))

(defun story-client-end ()
  (mapc #'lsp-workspace-shutdown (lsp-workspaces)))

(story-begin-at 'lsp-after-open-hook)
