;;; bylaws-mode.el --- Rules of tabletop games in Bylaws  -*- lexical-binding: t; -*-
;; Version: 0.1.0
;; SPDX-License-Identifier: MIT
;;; Commentary:
;; Written by `python -m tests.editors` from the grammar; not to be changed by hand.
;;; Code:
(defconst bylaws-mode-keywords
  (list
   '("^[ \t]*>.*$" (0 font-lock-doc-face t))
   '("\\[\\([a-z]+-R?[0-9]+\\)\\]" (1 font-lock-constant-face t))
   (cons (regexp-opt '("a" "across" "action" "actions" "add" "after" "again" "agrees" "all" "allow" "alone" "also" "among" "an" "and" "announce" "anticlockwise" "any" "anytime" "are" "as" "asked" "asking" "at" "be" "becomes" "becoming" "before" "beside" "board" "bottom" "but" "by" "can" "cannot" "cards" "chance" "changed" "choose" "chooses" "combining" "copy" "costs" "counter" "counters" "covers" "create" "creates" "decide" "decided" "decides" "deciding" "deck" "declare" "declines" "deep" "define" "dice" "did" "discard" "discarding" "discards" "distance" "do" "does" "doing" "down" "draw" "drawing" "draws" "during" "each" "earliest" "else" "empty" "end" "ends" "entering" "enum" "equal" "every" "everybody" "exception" "exists" "extend" "face" "fewest" "flag" "flip" "flips" "for" "forbid" "free" "from" "gain" "gaining" "gains" "game" "give" "given" "gives" "giving" "grid" "group" "hand" "happen" "happened" "happens" "has" "her" "hidden" "highest" "his" "holds" "if" "in" "insert" "instead" "into" "is" "it" "its" "keeping" "laid" "lasts" "latest" "least" "leaving" "let" "library" "like" "long" "look" "looks" "lose" "loses" "losing" "lower" "lowering" "lowest" "may" "moment" "most" "move" "moves" "moving" "needs" "negative" "next" "no" "nobody" "none" "not" "nothing" "number" "of" "offered" "on" "once" "one" "only" "openly" "option" "or" "order" "other" "others" "otherwise" "out" "over" "own" "owner" "parameter" "pass" "passes" "passing" "pawn" "pay" "paying" "pays" "per" "phase" "played" "playing" "plays" "previous" "privately" "procedure" "put" "raise" "raising" "random" "randomly" "reaction" "refill" "refused" "remember" "remove" "removes" "repeat" "replace" "rest" "return" "reveal" "revealing" "reveals" "ring" "role" "roll" "rolling" "rolls" "round" "rounded" "row" "rule" "ruling" "scenario" "secretly" "see" "seed" "seen" "sees" "set" "setup" "shown" "shuffle" "shuffles" "shuffling" "slot" "some" "spaces" "stack" "start" "starts" "step" "stop" "stops" "sum" "swap" "swaps" "take" "taken" "takes" "taking" "than" "the" "their" "them" "then" "there" "they" "this" "time" "times" "titles" "to" "together" "tokens" "told" "top" "total" "track" "turn" "turns" "unordered" "until" "up" "use" "variant" "when" "whenever" "where" "whether" "while" "whoever" "win" "wins" "with" "x" "yes" "you" "your" "zone") 'symbols) 'font-lock-keyword-face)
   '("\\_<[0-9]+\\(?:\\.[0-9]+\\)*\\_>" . font-lock-constant-face)))

(defvar bylaws-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "_" table)
    table))

;;;###autoload
(define-derived-mode bylaws-mode prog-mode "Bylaws"
  "Major mode for rules of tabletop games."
  (setq-local comment-start "# ")
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 4)
  (setq-local font-lock-defaults '(bylaws-mode-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.bylaws\\'" . bylaws-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(bylaws-mode . ("bylaws" "server"))))

(provide 'bylaws-mode)
;;; bylaws-mode.el ends here
