#!/usr/bin/env python3
"""demo.py - writes the archive of an invented mailing list, and invented results of a link checker

    demo.py MESSAGES FOLDER

FOLDER gets a mailbox for each year from 1996 to 2023, and dead.tsv with
lines of a URL, a tab and a code. The same number of messages gives the same bytes. Sites come and
go, gopher and ftp give way to https, threads quote links, and long links are broken by line ends.
All names end in ".example".
"""
import calendar
import os
import random
import sys
import time

FIRST, LAST = 1996, 2023
# Host, weight at its peak, the years when its rise begins and ends, the years when its fall begins
# and ends, the first year of https (0: never), the scheme before that, the year when the site ends
# (0: never).
SITES = [
    ("www.harbour-univ.example", 9, 1990, 1995, 2000, 2009, 2016, "http", 0),
    ("ftp.quayside.example", 8, 1990, 1994, 1998, 2006, 0, "ftp", 2007),
    ("gopher.tidewater.example", 5, 1990, 1993, 1996, 2001, 0, "gopher", 2002),
    ("members.webring.example", 10, 1996, 1999, 2001, 2007, 0, "http", 2009),
    ("forge.lighthouse.example", 11, 1999, 2003, 2007, 2014, 2013, "http", 2020),
    ("en.wiki.example", 12, 2001, 2008, 2030, 2040, 2011, "http", 0),
    ("codehub.example", 22, 2008, 2016, 2030, 2040, 2008, "http", 0),
    ("video.drift.example", 8, 2006, 2012, 2018, 2030, 2012, "http", 0),
    ("chirp.example", 7, 2009, 2014, 2019, 2024, 2012, "http", 0),
    ("ask.compass.example", 9, 2008, 2013, 2017, 2028, 2014, "http", 0),
    ("docs.rigging.example", 8, 1998, 2010, 2030, 2040, 2017, "http", 0),
    ("lists.harbour.example", 5, 1996, 2004, 2016, 2030, 2018, "http", 0),
]
WORDS = ("anchor ballast beacon bight bilge bollard bow buoy cabin canal capstan chart cleat current deck delta "
         "dinghy dock draft drift estuary ferry fjord fleet galley halyard harbour hatch hawser helm hull inlet "
         "jetty keel knot lagoon latitude ledger lock log lookout mast mooring oar pier pilot port prow quay rigging "
         "rudder sail sextant shoal signal sounding spar stern strait swell tackle tide tiller tow wake wharf winch "
         "the of and to with on over near under from").split()
PEOPLE = ("Ada Quill;Bo Marsh;Cleo Hart;Dag Storm;Eva Lind;Finn Reed;Gil Stone;Hana Mori;Ines Vale;Jon Pike;Kai Brook;"
          "Lea Frost;Max Thorn;Nia Wells;Olaf Berg;Pia Rowe;Quin Ash;Rita Dale;Sam Holt;Tove Ek;Uma Gray;Vic Lane;"
          "Wim Kade;Xenia Ford;Yara Snow;Zeno Cole;Ann Lee;Ben Okoro;Cora Nash;Dov Katz;Elsa Brandt;Jürgen Möller").split(";")


class Chance:
    """Uses only random(), which gives the same numbers in every version of Python."""

    def __init__(self, seed):
        self.next = random.Random(seed).random

    def below(self, n):
        return int(self.next() * n)

    def one(self, items):
        return items[self.below(len(items))]

    def weighted(self, pairs):
        at = self.next() * sum(w for _, w in pairs)
        for item, weight in pairs:
            at -= weight
            if at < 0:
                return item
        return pairs[-1][0]


def weight(site, year):
    _, most, rise, best, fall, end, *_ = site
    if year < rise or year >= end:
        return 0.02 if rise <= year else 0
    if year < best:
        return most * (year - rise + 1) / (best - rise + 1)
    return most if year < fall else most * (end - year) / (end - fall)


class Archive:
    def __init__(self, messages):
        self.c = Chance(7)
        shape = {y: (1 + y - FIRST) ** 1.3 if y < 2005 else 18 * 0.93 ** (y - 2005) + 4 for y in range(FIRST, LAST + 1)}
        total = sum(shape.values())
        self.plan = {y: max(2, round(messages * s / total)) for y, s in shape.items()}
        self.number, self.recent, self.known, self.dead = 0, [], [], {}

    def words(self, n):
        return [self.c.one(WORDS) for _ in range(n)]

    def new_link(self, year):
        site = self.c.weighted([(s, weight(s, year)) for s in SITES])
        host, https, scheme, off = site[0], site[6], site[7], site[8]
        if https and year >= https + self.c.below(5):
            scheme = "https"
        long = self.c.below(5) == 0
        path = ("-" if self.c.below(2) else "/").join(self.words(8 + self.c.below(4) if long else 1 + self.c.below(3)))
        link = "%s://%s/%s%s" % (scheme, host, path, self.c.one([".html", "/", ".txt", ""]))
        age = LAST - year
        if off:
            self.dead[link] = "timeout" if self.c.below(3) else "dns"
        elif self.c.next() < 0.025 * age:
            self.dead[link] = self.c.one(["404", "404", "404", "410", "403", "500"])
        elif self.c.below(10) < 8:
            self.dead[link] = "200"
        return link

    def link(self, year):
        if self.known and self.c.below(10) < 4:
            return self.known[self.c.below(1 + self.c.below(len(self.known)))]
        link = self.new_link(year)
        if self.c.below(4) == 0:
            self.known.append(link)
        return link

    def put_link(self, before, link):
        room = 70 - len(before)
        if len(link) <= room or self.c.below(4) == 0:
            return before + (link if self.c.below(3) else "<%s>" % link)
        at = max(link.rfind("/", 20, room), link.rfind("-", 20, room)) + 1 or room
        if self.c.below(3) == 0:
            return "%s<URL:%s\n%s%s>" % (before, link[:at], before, link[at:])
        return "%s%s\n%s%s" % (before, link[:at], before, link[at:])

    def message(self, year, when):
        c, above = self.c, None
        if self.recent and c.below(100) < 58:
            above = self.recent[-1 - c.below(1 + c.below(min(len(self.recent), 30)))]
        person = c.below(1 + c.below(len(PEOPLE)))
        self.number += 1
        links = [self.link(year) for _ in range(1 + c.below(2))] if c.below(10) < 6 else []
        mail = {"id": "%d.%d@mail.example" % (year, self.number), "links": links, "person": person,
                "subject": above["subject"] if above else " ".join(self.words(2 + c.below(4))).capitalize(),
                "above": ([above["id"]] + above["above"])[:8] if above else []}
        name = PEOPLE[person]
        address = name.split()[0].lower() + "@people.example"
        if not name.isascii():
            name, address = "=?utf-8?Q?J=C3=BCrgen_M=C3=B6ller?=", "juergen@people.example"
        lines = ["From %s %s" % (address, time.strftime("%a %b %d %H:%M:%S %Y", when)), "From: %s <%s>" % (name, address),
                 "Subject: %s%s" % ("Re: " if above else "", mail["subject"]),
                 time.strftime("Date: %a, %d %b %Y %H:%M:%S +0000", when), "Message-ID: <%s>" % mail["id"],
                 "List-Id: <harbour.lists.example>"]
        if above:
            lines += ["In-Reply-To: <%s>" % mail["above"][0],
                      "References:" + "".join(" <%s>" % i for i in reversed(mail["above"]))]
        lines += [""]
        if above:
            lines += ["%s wrote:" % PEOPLE[above["person"]].encode("ascii", "replace").decode(),
                      "> " + " ".join(self.words(8))]
            lines += [self.put_link("> ", link) for link in above["links"]] + [""]
        lines += [" ".join(self.words(9)) for _ in range(1 + c.below(4))]
        for link in links:
            lines += [self.put_link("", link), " ".join(self.words(7))]
        self.recent.append(mail)
        return "\n".join(lines) + "\n\n"


def main():
    messages, folder = int(sys.argv[1]), sys.argv[2]
    archive = Archive(messages)
    os.makedirs(folder, exist_ok=True)
    for year in range(FIRST, LAST + 1):
        days = sorted(d * 86400 + int(archive.c.next() * 86400) for d in
                      (int(archive.c.next() * 365) for _ in range(archive.plan[year])) if not 200 < d < 230 or archive.c.below(3))
        start = calendar.timegm((year, 1, 1, 0, 0, 0))
        with open(os.path.join(folder, "%d.mbox" % year), "w", encoding="utf-8", newline="\n") as f:
            for second in days:
                f.write(archive.message(year, time.gmtime(start + second)))
    with open(os.path.join(folder, "dead.tsv"), "w", encoding="utf-8", newline="\n") as f:
        f.writelines("%s\t%s\n" % pair for pair in sorted(archive.dead.items()))


main()
