"""What runs generated Python: the driver, its run-time library, states."""
