"""What a batch writes: documents, tables, pages, the league."""
