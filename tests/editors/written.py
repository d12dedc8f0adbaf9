"""The files for editors, each as a function from the vocabulary to a text."""

import json
import plistlib
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from dsl import VERSION
from dsl.editing.colours import Colour
from dsl.editing.snippets import snippet
from dsl.syntax.advice.examples import EXAMPLES
from tests.editors.words import keywords, keywords_behind, pattern

_WRITTEN = "Written by `python -m tests.editors` from the grammar; not to be changed by hand."
#: What TextMate, and themes for it, call each colour.
SCOPES: Mapping[Colour, str] = {
    Colour.KEYWORD: "keyword.control.bylaws",
    Colour.NAME: "variable.other.bylaws",
    Colour.NUMBER: "constant.numeric.bylaws",
    Colour.TITLE: "string.quoted.double.bylaws",
    Colour.SIGN: "keyword.operator.bylaws",
    Colour.RULE: "markup.quote.bylaws",
    Colour.CLAUSE: "entity.name.tag.bylaws",
    Colour.COMMENT: "comment.line.number-sign.bylaws",
}
_NAME = r"[A-Za-z_][A-Za-z0-9_]*"


@cache
def textmate() -> dict[str, Any]:
    """The grammar in TextMate's form, of regular expressions that Python understands as well."""
    clause = pattern("CLAUSE")
    names = [
        _match(Colour.NAME, f"(?:{_behind(before)})(?!(?:{'|'.join(words)})\\b){_NAME}" if words else
               f"(?:{_behind(before)}){_NAME}")
        for words, before in keywords_behind().items()
    ]  # fmt: skip
    return {
        "name": "Bylaws",
        "scopeName": "source.bylaws",
        "fileTypes": ["bylaws"],
        "comment": _WRITTEN,
        "patterns": [
            {
                "name": SCOPES[Colour.RULE],
                "begin": r"^\s*(?=>)",
                "end": "$",
                "patterns": [_match(Colour.CLAUSE, rf"(?<=\[){clause}(?=\])")],
            },
            _match(Colour.COMMENT, "#.*$"),
            _match(Colour.TITLE, '"[^"]*"'),
            _match(Colour.CLAUSE, rf"\b{clause}\b"),
            *names,
            _match(Colour.KEYWORD, rf"\b(?:{'|'.join(keywords())})\b"),
            _match(Colour.NAME, _NAME),
            _match(Colour.NUMBER, pattern("NUMBER")),
            _match(Colour.SIGN, r"[<>!]=|'s\b|[-+*/=<>:,()\[\]]"),
        ],
    }


def _match(colour: Colour, expression: str) -> dict[str, str]:
    return {"name": SCOPES[colour], "match": expression}


def _behind(before: Iterable[str]) -> str:
    return "|".join(f"(?<={'' if not word.isalpha() else chr(92) + 'b'}{re.escape(word)} )" for word in before)


def sublime() -> str:
    """The same for Sublime Text, which reads it as a property list."""
    return plistlib.dumps(textmate()).decode()


def vim() -> str:
    """A syntax file for Vim, in which a later line counts more."""
    lines = [
        f'" {_WRITTEN}',
        'if exists("b:current_syntax") | finish | endif',
        f"syn match bylawsKeyword /{_vim_words(keywords())}/",
    ]
    for words, before in keywords_behind().items():
        behind = "\\|".join(_vim_word(word) for word in before)
        but = f"\\%({_vim_words(words)}\\)\\@!" if words else ""
        lines.append(f"syn match bylawsName /\\%(\\%({behind}\\) \\)\\@16<={but}\\<\\a\\w*/")
    lines += [
        r"syn match bylawsNumber /\<\d\+\%(\.\d\+\)*\>/",
        r"syn match bylawsClause /\<[a-z]\+-R\?\d\+\>/",
        r'syn match bylawsTitle /"[^"]*"/',
        r"syn match bylawsComment /#.*$/",
        r'syn match bylawsTitle /"[^"]*"/',
        r"syn match bylawsRule /^\s*>.*$/ contains=bylawsRuleClause",
        r"syn match bylawsRuleClause /\[\@1<=[a-z]\+-R\?\d\+\]\@=/ contained",
        *(f"hi def link bylaws{group} {linked}" for group, linked in _VIM.items()),
        'let b:current_syntax = "bylaws"',
    ]
    return "\n".join(lines) + "\n"


_VIM = {
    "Keyword": "Keyword", "Number": "Number", "Clause": "Tag", "Title": "String", "Comment": "Comment",
    "Rule": "SpecialComment", "RuleClause": "Tag",
}  # fmt: skip


def _vim_words(words: Iterable[str]) -> str:
    return r"\<\%(" + r"\|".join(words) + r"\)\>"


def _vim_word(word: str) -> str:
    return rf"\<{word}" if word.isalpha() else re.sub(r"([\[\]*/.~^$\\])", r"\\\1", word)


def vim_filetype() -> str:
    """Tells Vim which files are rules."""
    return f'" {_WRITTEN}\nau BufRead,BufNewFile *.bylaws setfiletype bylaws\n'


def emacs() -> str:
    """A major mode for Emacs, which starts the server by eglot."""
    words = " ".join(f'"{word}"' for word in keywords())
    return _EMACS.replace("WRITTEN", _WRITTEN).replace("WORDS", words).replace("VERSION", VERSION)


_EMACS = r""";;; bylaws-mode.el --- Rules of tabletop games in Bylaws  -*- lexical-binding: t; -*-
;; Version: VERSION
;; SPDX-License-Identifier: MIT
;;; Commentary:
;; WRITTEN
;;; Code:
(defconst bylaws-mode-keywords
  (list
   '("^[ \t]*>.*$" (0 font-lock-doc-face t))
   '("\\[\\([a-z]+-R?[0-9]+\\)\\]" (1 font-lock-constant-face t))
   (cons (regexp-opt '(WORDS) 'symbols) 'font-lock-keyword-face)
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
"""


def snippets() -> dict[str, Any]:
    """A line to begin with for each word that may begin one, with what is to be filled in."""
    return {
        f"{word} ({number})" if number > 1 else word: {"prefix": word, "body": snippet(example)}
        for word, examples in EXAMPLES.items()
        for number, example in enumerate(examples, start=1)
    }


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


#: The files below `grammar/editors`, each with what writes it.
FILES: Mapping[str, Callable[[], str]] = {
    "vscode/bylaws.tmLanguage.json": lambda: _json(textmate()),
    "vscode/snippets.json": lambda: _json(snippets()),
    "sublime/Bylaws.tmLanguage": sublime,
    "vim/syntax/bylaws.vim": vim,
    "vim/ftdetect/bylaws.vim": vim_filetype,
    "emacs/bylaws-mode.el": emacs,
}
