"""Games that are entered in the middle: routines that stop at questions, and go on from there."""
