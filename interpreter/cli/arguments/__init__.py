"""What may stand behind each command: one module a command, called like it, with `add_arguments(parser)`.

These modules import next to nothing, so that `--help` comes at once; the work is done by the module of the same
name in the folder above, which is imported only when there is something to do.
"""
