"""One page about a table or a campaign.

Others use: campaign, contents, headline, html, narrative, pdf, playback, spots, text.
"""
