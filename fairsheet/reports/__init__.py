"""One page about a table or a campaign.

Other packages use: campaign, contents, evening, headline, html, narrative, pdf, playback, spots.
"""
