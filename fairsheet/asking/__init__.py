"""Ask people about open questions, and keep their answers.

Others use: asking, asking_terminal, batch_answers, merging, questions, record_answers, table_questions.
"""
