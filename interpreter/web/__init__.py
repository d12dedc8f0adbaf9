"""A table in the browser: who sits there opens a link, and this keeps the game, its secrets and its time.

Requests come in by `http`. `house` has all tables, each a `table` with its own lock; what is decided there is written
(`kept`) before anybody hears of it. In `viewers`, `seen` makes what one of them is sent, `encoded` puts it into text,
and `audience` sends it. What all these say to a browser is on the page docs/serve.md.
"""
