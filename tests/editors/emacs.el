;;; Plays the story in Emacs; columns are characters.  -*- lexical-binding: t -*-
;; In Emacs's own command loop: a batch Emacs is never idle, so that a client's timers would not run.
;; The client's own file, loaded behind this one, defines what is called story-client, and where the story begins.
(require 'json)
(require 'seq)
(setq native-comp-jit-compilation nil native-comp-deferred-compilation nil native-comp-enable-subr-trampolines nil)
(setq inhibit-startup-screen t make-backup-files nil create-lockfiles nil auto-save-default nil
      flymake-no-changes-timeout 0.1)

(defvar story-plot (json-parse-string (getenv "STORY") :object-type 'alist :array-type 'list))
(defvar story-result nil)
(defvar story-patience 10)

(defun story-told (key) (alist-get key story-plot))
(defun story-tell (key value) (push (cons key value) story-result))

(defun story-wait (what condition)
  "Run timers and processes until CONDITION holds; an error that names WHAT where it never does."
  (let ((end (+ (float-time) story-patience)) value)
    (while (not (setq value (funcall condition)))
      (when (> (float-time) end) (error "waited in vain for %s" what))
      (accept-process-output nil 0.02)
      (sit-for 0.02))
    value))

(defun story-go (line column)
  (goto-char (point-min))
  (forward-line line)
  (forward-char column))

(defun story-text () (buffer-substring-no-properties (point-min) (point-max)))

(defun story-found ()
  (vconcat (mapcar (lambda (diagnostic)
                     (save-excursion
                       (goto-char (flymake-diagnostic-beg diagnostic))
                       (let ((start (line-beginning-position)))
                         (vector (1- (line-number-at-pos))
                                 (- (flymake-diagnostic-beg diagnostic) start)
                                 (- (flymake-diagnostic-end diagnostic) start)))))
                   (flymake-diagnostics))))

(defun story-act (word)
  "Choose the first code action whose title begins with WORD, and wait for its edit."
  (let ((before (story-text))
        (last-nonmenu-event ?a)  ; a key was pressed, not the mouse, which may open a menu of the window system
        (completing-read-function
         (lambda (_prompt titles &rest _)
           (let ((all (all-completions "" titles)))
             (story-tell 'actions (vconcat all))
             (or (seq-find (lambda (title) (string-prefix-p word title)) all)
                 (error "no action begins with %s: %S" word all))))))
    (call-interactively story-client-act)
    (story-wait (concat "the action " word) (lambda () (not (equal (story-text) before))))
    (story-text)))

(defun story-judged-p ()
  "Whether the server has sent findings since the text was inserted."
  (with-temp-buffer
    (insert-file-contents (story-told 'session))
    (goto-char (point-max))
    (and (search-backward "\\u2028" nil t) (search-forward "textDocument/publishDiagnostics" nil t))))

(defun story-hover (line column)
  (story-go line (1+ column))
  (substring-no-properties (story-client-hover)))

(defun story-play ()
  (set-buffer (window-buffer))
  (flymake-start)  ; which else waits for the first command
  (story-wait "the findings" (lambda () (= 2 (length (flymake-diagnostics)))))
  (story-tell 'found (story-found))

  (story-tell 'hover (apply #'story-hover (seq-take (story-told 'hover) 2)))

  (apply #'story-go (seq-take (story-told 'broken) 2))
  (story-tell 'mended (story-act "Write"))
  (story-wait "one finding less" (lambda () (= 1 (length (flymake-diagnostics)))))

  (pcase-let ((`(,line ,start ,end) (story-told 'take)))
    (transient-mark-mode 1)
    (story-go line end)
    (push-mark (point) t t)
    (story-go line start)
    (story-tell 'decoded (story-act "Decode"))
    (deactivate-mark))

  (apply #'story-go (story-told 'insert))
  (insert (story-told 'inserted))
  (story-wait "the findings after the edit" #'story-judged-p)
  (sit-for 0.3)
  (story-tell 'found_late (story-found))
  (story-tell 'told (story-text)))

(defun story-texts () (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun story-texts-of-both ()
  "The messages of all findings, once each server has said what it has to say."
  (let ((texts (story-texts)))
    (and (seq-every-p (lambda (said) (seq-some (lambda (text) (string-search said text)) texts)) (story-told 'said))
         texts)))

(defun story-play-beside ()
  "What there is to see beside another server, whose hovers alone a multiplexer lets through."
  (set-buffer (window-buffer))
  (flymake-start)
  (story-tell 'findings (vconcat (story-wait "the findings of both" #'story-texts-of-both)))
  (story-tell 'hovers (vector (apply #'story-hover (seq-take (story-told 'theirs) 2))))
  (apply #'story-go (seq-take (story-told 'broken) 2))
  (story-tell 'told (story-act "Write")))

(defun story-play-and-leave ()
  (story-tell 'version (format "%s, %s %s" emacs-version story-client (story-version)))
  (condition-case problem
      (progn (if (story-told 'theirs) (story-play-beside) (story-play))
             (story-client-end))
    (error (story-tell 'errors (vector (format "%S" problem)))))
  (with-temp-file (story-told 'out) (insert (json-encode story-result)))
  (set-buffer-modified-p nil)
  (kill-emacs))

(defun story-version ()
  "The version in the head of the client's own file."
  (with-temp-buffer
    (insert-file-contents (locate-file story-client load-path '(".el" ".el.gz")))
    (re-search-forward "^;; Version: *\\(.*\\)$")
    (match-string 1)))

;; A client may connect by a non-local exit out of whatever waits, and would end the story; so that begins once all is quiet.
(defun story-begin-at (hook)
  (letrec ((begin (lambda ()
                    (remove-hook hook begin)  ; which may be run at the end as well
                    (run-with-idle-timer 0.1 nil #'story-play-and-leave))))
    (add-hook hook begin)))
