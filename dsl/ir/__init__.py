"""What rules mean: the intermediate representation, and how it is made, printed and written down."""
