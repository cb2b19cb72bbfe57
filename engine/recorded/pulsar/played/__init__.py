"""The state of a Pulsar 2849 table: draws, drafts, set-up and positions.

Other packages use: draft, draft_replay, draw, position, setup.
"""
