"""The interfaces of other link finders, over trawl: bleach, linkify_it, django, urlextract."""
