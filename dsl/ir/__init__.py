"""What rules mean: the intermediate representation, and how it is printed and written down."""
