"""The interfaces of other link finders, over trawl: bleach and linkify_it."""
