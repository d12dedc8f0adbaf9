"""How rules are told at the table, by people who have never written any down for a machine, and how it is said here.

These are sayings too (see `sayings.py`), and tried before the others. What stands in the group `zone` must be
declared as one in the file, in `mine` as something that there is for each player; in `fresh` must stand what is not
declared at all.
"""

from __future__ import annotations

_BEGINS = r"(?P<before>^|:\s+)"
_FEW = r"gain|lose|pay|draw|discard|reveal|shuffle|roll"
_ITEM = r'("[^"]*"|\w+)'

PLAIN_ENGLISH = (
    # what you have
    (r"\b(?:you|they)\s+have\s+(?:the\s+)?(?:most|highest)\s+(\w+)", r"your \1 = highest \1 of players"),
    (r"\b(?:you|they)\s+have\s+(?:the\s+)?(?:fewest|least|lowest)\s+(\w+)", r"your \1 = lowest \1 of players"),
    (r"\byou\s+have\s+(?:at\s+least\s+)?([0-9]+)\s+(?:or\s+more\s+)?cards?\b", r"number of cards in your hand >= \1"),
    (r"\byou\s+have\s+(?:at\s+least\s+)?([0-9]+)\s+(?:or\s+more\s+)?(\w+)", r"your \2 >= \1"),
    (r"\byou\s+have\s+more\s+than\s+([0-9]+)\s+(?!cards?\b)(\w+)", r"your \2 > \1"),
    (r"\byou\s+have\s+(?:less|fewer)\s+than\s+([0-9]+)\s+(?!cards?\b)(\w+)", r"your \2 < \1"),
    (r"\byou\s+have\s+(?:a|any)?\s*cards?(?:\s+in\s+(?:your\s+)?hand)?(?=:|$|\s+(?:and|or|else)\b)",
     "your hand is not empty"),
    (r"\byou\s+have\s+no\s+cards?\b", "your hand is empty"),
    (r"\bneeds\s+(?:at\s+least\s+)?([0-9]+)\s+cards?\b", r"needs number of cards in your hand >= \1"),
    (r"\bneeds\s+(?:at\s+least\s+)?([0-9]+)\s+(\w+)", r"needs your \2 >= \1"),
    (r"\b(?:the\s+)?(?P<zone>\w+)\s+has\s+no\s+(?:more\s+)?cards?(?:\s+left)?\b", r"\g<zone> is empty"),
    (r"\b(?:the\s+)?(?P<zone>\w+)\s+(?:runs\s+out|has\s+run\s+out|is\s+used\s+up)(?=:|$)", r"\g<zone> is empty"),
    (r"\b(\w+)\s+has\s+(\"[^\"]*\"(?:,\s*\"[^\"]*\")*)$", r"\1's hand holds \2"),
    # who it is
    (r"^set\s+(\w+)\s+to\s+(?:the\s+)?(?:next|following)\s+player$", r"set \1 to left of \1"),
    (_BEGINS + r"(?:the\s+)?(\w+)\s+(?:passes|moves|goes)\s+(?:on\s+)?(?:to\s+the\s+)?"
     r"(?:left|clockwise|next\s+player)$", r"set \2 to left of \2"),
    (r"^all\s+other\s+players\s+(" + _FEW + r")\b", r"each player other than you \1s"),
    (r"^all\s+players\s+(" + _FEW + r")\b", r"each player \1s"),
    (r"^(?:everyone|everybody)\s+else(?=\s+\w+s\b)", "each player other than you"),
    (r"^(?:everyone|everybody)(?=\s+(?:" + _FEW + r")s\b)", "each player"),
    (r"\beach\s+player\s+takes\s+(?:a|one|their|his|her)\s+turns?\b", "players take turns"),
    (r"\b(?:starting|beginning)\s+(?:with|from|at)\b", "from"),
    # who wins
    (r"^(?:the\s+)?winner\s*(?:is|:)\s*(the\s+player\s+.*\w)$", r"game ends: \1 wins"),
    (r"\bwith\s+(?:the\s+)?(most|fewest|highest|lowest)\s+(\w+)\s+wins,?\s+.*?\b(?:tie|ties|tied|draw)\b.*?"
     r"\b(most|fewest|highest|lowest)\s+(\w+)(?:\s+wins)?$", r"with \1 \2 then \3 \4 wins"),
    (r"\bwith\s+(?:the\s+)?(most|fewest|highest|lowest)\s+(\w+)\s+and\s+(?:then\s+)?(?:the\s+)?(most|fewest|highest|lowest)\b",
     r"with \1 \2 then \3"),
    (r"\bwith\s+the\s+(most|fewest|highest|lowest|earliest|latest)\b", r"with \1"),
    (r"(?P<before>^|:\s+)(?:the\s+)?(highest|most|lowest|fewest)\s+(\w+)\s+wins$", r"the player with \2 \3 wins"),
    # what is done
    (_BEGINS + r"add\s+(?:the\s+)?(\w+)\s+to\s+((?:your|the)\s+)?(?P<zone>\w+)$", r"move \2 to \3\g<zone>"),
    (_BEGINS + r"add\s+(?!\d)(\w+)\s+to\s+(your\s+\w+)$", r"move \2 to \3"),
    (_BEGINS + r"return\s+(.+?)\s+to\s+([^:]+)$", r"move \2 to \3"),
    (_BEGINS + r"(?P<verb>gains?|loses?|pays?)\s+([A-Za-z]\w*)$", r"\g<verb> 1 \3"),
    (r"\b(gains?|loses?)\s+as\s+many\s+(\w+)\s+as\s+(?:you\s+have\s+|there\s+are\s+)?(\w+)\s+in\s+([\w' ]+)$",
     r"\1 \2 equal to number of \3 in \4"),
    (r"\bgain(s?)\s+-\s*([0-9]+)\b", r"lose\1 \2"),
    (r"\b(pays?)\s+(the\s+bank|\w+)\s+([0-9]+)\s+(\w+)$", r"\1 \3 \4 to \2"),
    (_BEGINS + r"steal(s?)\b", r"gain\2"),
    (r"^double\s+(your\s+\w+|\w+\s+of\s+\w+|\w+'s\s+\w+)$", r"raise \1 by \1"),
    (r"^swap\s+hands\s+with\s+(.+)$", r"swap your hand and hand of \1"),
    (r"^(?:you\s+)?takes?\s+(?:another|an?\s+extra|an?\s+additional|one\s+more)\s+turn$", "set next_player to you"),
    (r"^(.+?)\s+twice$", r"repeat 2 times: \1"),
    (r"^((?:" + _FEW + r")\b.+?)\s+([0-9]+)\s+times$", r"repeat \2 times: \1"),
    (r"^((?:" + _FEW + r")\b[^:]*?)\s+(?:except|but\s+not)\s+(?:if|when)\s+([^:]+)$", r"if not \2: \1"),
    (r"^you\s+are\s+(?:now\s+)?(\w+)$", r"set \1 of you to yes"),
    (r"^you\s+are\s+(?:not|no\s+longer)\s+(\w+)$", r"set \1 of you to no"),
    (r"^(?P<mine>\w+)\s*=\s*(?P=mine)\s*\+\s*(\w+)$", r"raise your \1 by \2"),
    (r"^(?P<mine>\w+)\s*=\s*(?P=mine)\s*-\s*(\w+)$", r"lower your \1 by \2"),
    (r"^(\w+)\s*=\s*\1\s*\+\s*(\w+)$", r"raise \1 by \2"),
    (r"^(\w+)\s*=\s*\1\s*-\s*(\w+)$", r"lower \1 by \2"),
    (r"^(?P<fresh>(?!you\b|it\b)\w+)\s*(?:is|=|:=)\s*((?:number|highest|lowest|total|the|top|bottom)\b.+)$",
     r"let \g<fresh> be \2"),
    (r"\b(chooses?)\s+(?:one|any)\s+of\s+(?:the|your)\s+(\w+?)s?\s+(?:in|from|of)\b", r"\1 a \2 from"),
    (r"\b(?:count|amount|how\s+many)(?:\s+of)?(?=\s+\w+s\s+in\b)", "number of"),
    # turns and actions
    (r"^you\s+(?:may|can|must)\s+(?:take\s+|do\s+)?(?:either\s+)?(\w+)\s+or\s+(\w+)$",
     r"you take one action from \1, \2"),
    (r"\b(?:choose|do|perform|pick)\s+(one|[0-9]+)\s+(actions?)\s+from\b", r"take \1 \2 from"),
    (r"\b(actions?\s+from\s+\w+(?:,\s*\w+)*),?\s+(?:or|and)\s+(\w+)", r"\1, \2"),
    (r"^(round\b.*?)\s+(?:for\s+)?([0-9]+)\s+(?:times|rounds)(?=:)", r"\1 until round_number >= \2"),
    (r"\buntil\s+(?:after\s+)?(?:round\s+([0-9]+)|([0-9]+)\s+rounds(?:\s+(?:are\s+over|have\s+passed))?)(?=:)",
     r"until round_number >= \1\2"),
    (r"^(step|phase)\s+([0-9]+)\s*[:.]\s*(\w+)\s*:?$", r"\1 \2 \3:"),
    # what there is
    (r"^[Gg]ame\s*:\s*(\"[^\"]*\"):?$", r"game \1:"),
    (r"^((?:counter|zone|flag|remember|pawn)\s+\w+)\s+(?:per|for(?:\s+(?:each|every|a|all))?|by)\s+(?:player)s?\b",
     r"\1 of player"),
    (r"\bstarts\s+with\b", "starts at"),
    (r"(?<=[:,] )(?:private|secret)\b", "seen by its owner"),
    (r"(?<=[:,] )(?:public|visible|open)\b", "face up"),
    (r"^deck\s+(\w+)\s+of\s+(\w+)", r"deck \2 in \1"),
    (r"^([0-9]+)\s*x?\s+([A-Z][\w' ]*?)(?=,|$)", r'\1 x "\2"'),
    (rf", (\w+)\s*[=:]\s*{_ITEM}, (\w+)\s*[=:]\s*{_ITEM}, (\w+)\s*[=:]\s*{_ITEM}$", r", \1 \2, \3 \4, \5 \6"),
    (rf", (\w+)\s*[=:]\s*{_ITEM}, (\w+)\s*[=:]\s*{_ITEM}$", r", \1 \2, \3 \4"),
    (rf", (\w+)\s*[=:]\s*{_ITEM}$", r", \1 \2"),
    # lists as they are typed elsewhere
    (r"^(?:[-*\u2022]|[0-9]+[.)])\s+(?=[A-Za-z])", ""),
)  # fmt: skip
