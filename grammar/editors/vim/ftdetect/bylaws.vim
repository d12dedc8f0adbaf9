" Written by `python -m tests.editors` from the grammar; not to be changed by hand.
au BufRead,BufNewFile *.bylaws setfiletype bylaws
