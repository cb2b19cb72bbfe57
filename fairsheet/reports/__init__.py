"""One page about a table or a campaign.

Other packages use: campaign, contents, headline, html, narrative, pdf, playback, spots, text.
"""
