"""The interval analysis: what every number and list of a game can be.

Two layers share one abstract domain (`interval`) and the transfer functions of expressions (`evaluate`) and statements
(`statements`). `declared` knows what is declared alone, and is quick: checks and lint ask it. `fixpoint` looks at every
sentence of the rules, in no order, until nothing new is found: what each counter may be set to, which pieces may come
where, how often a part of the rules can be carried out; `report` has its bounds. What is said is never too little; it
may be more than ever happens in play.
"""
