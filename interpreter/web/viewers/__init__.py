"""Who looks at a table: from where, what each is shown and told, and who sits there."""
