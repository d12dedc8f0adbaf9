"""Many games at once: playing them side by side, and what may honestly be concluded from them."""
