"""Ask people about open questions, and keep their answers.

Other packages use: asking, asking_terminal, batch_answers, merging, questions, record_answers, table_questions.
"""
