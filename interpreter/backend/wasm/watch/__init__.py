"""Games that are watched as they are played: what happened, where cards went, what was offered and taken."""
