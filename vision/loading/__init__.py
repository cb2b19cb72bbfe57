"""From files to grey pictures: photos, scans, PDF."""
