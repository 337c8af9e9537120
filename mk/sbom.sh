#!/bin/sh
# sbom.sh VERSION TARBALL SHA256 TIME - prints the bill of materials of a release: SPDX 2.3 as JSON
#
# The bill lists the tarball with its checksum, the data from which its tables are made, and the
# libraries that the built programs use. It has no versions of these libraries, since they depend on
# the machine that builds. TIME is in seconds since 1970. Called by dist.sh.
set -eu

version=$1 tarball=$2 sum=$3
created=$(date -u -d "@$4" +%Y-%m-%dT%H:%M:%SZ 2>&1) || created=$(date -u -r "$4" +%Y-%m-%dT%H:%M:%SZ)

# package ID NAME LICENCE HOMEPAGE COMMENT: one element of "packages".
package() {
    cat <<END
    ,{
      "SPDXID": "SPDXRef-$1",
      "name": "$2",
      "downloadLocation": "NOASSERTION",
      "homepage": "$4",
      "filesAnalyzed": false,
      "licenseConcluded": "NOASSERTION",
      "licenseDeclared": "$3",
      "copyrightText": "NOASSERTION",
      "comment": "$5"
    }
END
}

# address NAME: prints an address of the project.
address() {
    sed -n "s/^$1=//p" packaging/address
}

# relation FROM TYPE TO: one element of "relationships".
relation() {
    printf '    ,{ "spdxElementId": "SPDXRef-%s", "relationshipType": "%s", "relatedSpdxElement": "SPDXRef-%s" }\n' "$@"
}

cat <<END
{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "trawl-$version",
  "documentNamespace": "$(address home)spdx/trawl-$version-$sum",
  "creationInfo": {
    "created": "$created",
    "creators": ["Organization: $(address authors)", "Tool: mk/sbom.sh"]
  },
  "hasExtractedLicensingInfos": [
    {
      "licenseId": "LicenseRef-Unicode-3.0",
      "name": "Unicode License v3",
      "comment": "Unicode-3.0 in newer lists of SPDX.",
      "extractedText": "$(sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' LICENSES/LicenseRef-Unicode-3.0.txt | awk '{ printf "%s\\n", $0 }')",
      "seeAlsos": ["https://www.unicode.org/license.txt"]
    }
  ],
  "packages": [
    {
      "SPDXID": "SPDXRef-trawl",
      "name": "trawl",
      "versionInfo": "$version",
      "packageFileName": "${tarball##*/}",
      "primaryPackagePurpose": "APPLICATION",
      "supplier": "Organization: $(address authors)",
      "downloadLocation": "NOASSERTION",
      "homepage": "$(address home)",
      "filesAnalyzed": false,
      "checksums": [{ "algorithm": "SHA256", "checksumValue": "$sum" }],
      "licenseConcluded": "MIT AND BSD-3-Clause AND MPL-2.0 AND LicenseRef-Unicode-3.0",
      "licenseDeclared": "MIT AND BSD-3-Clause AND MPL-2.0 AND LicenseRef-Unicode-3.0",
      "copyrightText": "2026 $(address authors)"
    }
END
package suffixes 'Public Suffix List' MPL-2.0 https://publicsuffix.org/ 'src/lib/url/tables/suffix.h, src/lib/url/tables/tld.h'
package unicode 'Unicode data of UTS 39 and UTS 58' LicenseRef-Unicode-3.0 https://www.unicode.org/ \
    'src/lib/url/tables/link.h, src/lib/url/tables/lookalikes.h'
package html 'Named character references of HTML' BSD-3-Clause https://html.spec.whatwg.org/ src/lib/html/references_table.h
package pcre2 PCRE2 BSD-3-Clause https://www.pcre.org/ 'libpcre2-8, linked; not needed without the part url'
package libidn2 libidn2 'LGPL-3.0-or-later OR GPL-2.0-or-later' https://www.gnu.org/software/libidn/ \
    'linked by libtrawl, loaded by the command'
package ncurses ncurses X11-distribute-modifications-variant https://invisible-island.net/ncurses/ 'linked by trawl-pick'
package sqlite SQLite blessing https://sqlite.org/ 'linked by trawl-archive'
package zlib zlib Zlib https://zlib.net/ 'loaded by the command'
package zstd zstd 'BSD-3-Clause OR GPL-2.0-only' https://facebook.github.io/zstd/ 'loaded by the command'
package xz liblzma NOASSERTION https://tukaani.org/xz/ 'loaded by the command'
package bzip2 bzip2 bzip2-1.0.6 https://sourceware.org/bzip2/ 'loaded by the command'
package libgit2 libgit2 'GPL-2.0-only WITH GCC-exception-2.0' https://libgit2.org/ 'loaded by the command'
printf '  ],\n  "relationships": [\n'
relation DOCUMENT DESCRIBES trawl | sed 's/,//'
for data in suffixes unicode html; do
    relation trawl CONTAINS "$data"
done
relation trawl DEPENDS_ON pcre2
for library in libidn2 ncurses sqlite zlib zstd xz bzip2 libgit2; do
    relation "$library" OPTIONAL_DEPENDENCY_OF trawl
done
printf '  ]\n}\n'
