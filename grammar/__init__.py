"""The grammar of the language, as data: `bylaws.lark`. Nothing in here runs."""
