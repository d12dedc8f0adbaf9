"""How a browser talks to the tables: requests, sockets, and what stands before them."""
