"""Rules that meet events, put where they can meet them: trigger table, trigger sites, re-entrancy, fixpoint."""
