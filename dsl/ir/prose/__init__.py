"""Says in English what rules do: the words of cards, made from their meaning alone."""
