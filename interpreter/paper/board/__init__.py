"""What lies on the table beside cards: boards, tracks, markers, tokens and aids."""
