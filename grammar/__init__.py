"""The grammar of the language, as data: `bylaws.lark`, and what editors read of it. No Python in here runs."""
