"""What was played at a table of Pulsar 2849: draws, drafts, set-up and positions.

Others use: draft, draft_replay, draw, position, setup.
"""
