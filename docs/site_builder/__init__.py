"""Writes the source of the site: the Markdown files of the repository with links that fit, and generated pages."""
