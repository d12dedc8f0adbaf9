"""Documents each kind of finding: its page, with an example that has it and one that has not."""

from dsl.messages.pages import Page, all_pages, pages_in, pages_of_rules

__all__ = ["Page", "all_pages", "pages_in", "pages_of_rules"]
