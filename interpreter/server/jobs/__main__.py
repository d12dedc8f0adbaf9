"""`python -m interpreter.server.jobs`: does jobs one after another, each a line of JSON in and one out."""

import json
import sys

from dsl.cache import Memory
from interpreter.our_fault import our_fault
from interpreter.runtime.stack_room import with_room
from interpreter.server.jobs.kinds import done
from interpreter.server.jobs.results import Result


def main() -> None:
    """Ends with standard input; what is printed by mistake must not come between the results."""
    results, sys.stdout = sys.stdout, sys.stderr
    memory = Memory()
    for line in sys.stdin:
        try:
            with memory.used():
                result = done(json.loads(line))
                memory.end_round()
        except Exception as fault:
            result = Result(our_fault(fault), went_well=False)
        print(json.dumps(result.plain()), file=results, flush=True)


if __name__ == "__main__":
    with_room(main)
