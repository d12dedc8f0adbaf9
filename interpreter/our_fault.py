"""What is said when something goes wrong that is no fault of the rules; it needs nothing, as anything may be broken."""


def our_fault(fault: BaseException) -> str:
    """The sentence about a bug of ours."""
    what = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
    return f"something went wrong in Bylaws itself, not in your rules ({what})"
