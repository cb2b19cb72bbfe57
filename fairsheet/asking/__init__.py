"""Ask people about open questions, and keep their answers.

Others use: asking, asking_terminal, batch_review, merging, questions, reviewing.
"""
