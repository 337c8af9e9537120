# sbom.py FILE [TARBALL] - checks a bill of materials (SPDX 2.3, JSON), and its checksum of TARBALL
#
# Not a full validator. Checks that the fields are there that the specification requires, that each
# identifier is defined once and each reference has its identifier, and that LICENSES has the texts
# of the licences.

import hashlib
import json
import os
import re
import sys

REQUIRED = {
    'document': ('spdxVersion', 'dataLicense', 'SPDXID', 'name', 'documentNamespace', 'creationInfo'),
    'package': ('SPDXID', 'name', 'downloadLocation', 'filesAnalyzed', 'licenseDeclared', 'copyrightText'),
    'relationship': ('spdxElementId', 'relationshipType', 'relatedSpdxElement'),
    'licence': ('licenseId', 'name', 'extractedText'),
}
TYPES = ('DESCRIBES', 'CONTAINS', 'DEPENDS_ON', 'OPTIONAL_DEPENDENCY_OF')


def faults(spdx, tarball):
    parts = [('document', spdx)] + [
        (kind, one) for kind, name in (('package', 'packages'), ('relationship', 'relationships'),
                                       ('licence', 'hasExtractedLicensingInfos')) for one in spdx[name]]
    for kind, one in parts:
        for field in REQUIRED[kind]:
            if one.get(field) in (None, ''):
                yield f'a {kind} lacks {field}: {one.get("SPDXID")}'
    if spdx['spdxVersion'] != 'SPDX-2.3' or spdx['dataLicense'] != 'CC0-1.0':
        yield 'the version or the licence of the document'
    if not re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ', spdx['creationInfo']['created']):
        yield 'the time'
    ids = [spdx['SPDXID']] + [p['SPDXID'] for p in spdx['packages']]
    for name in ids:
        if not re.fullmatch(r'SPDXRef-[A-Za-z0-9.-]+', name) or ids.count(name) > 1:
            yield f'the identifier {name}'
    related = set()
    for r in spdx['relationships']:
        related |= {r['spdxElementId'], r['relatedSpdxElement']}
        if r['relationshipType'] not in TYPES:
            yield f'the relationship {r}'
    if related != set(ids):
        yield f'related, but not defined, or the reverse: {related ^ set(ids)}'
    main = spdx['packages'][0]
    texts = {name.removesuffix('.txt') for name in os.listdir('LICENSES')}
    if set(re.split(r' AND ', main['licenseDeclared'])) != texts:
        yield f'the licences are {main["licenseDeclared"]}, those in LICENSES {sorted(texts)}'
    if tarball:
        with open(tarball, 'rb') as f:
            if main['checksums'][0]['checksumValue'] != hashlib.sha256(f.read()).hexdigest():
                yield 'the checksum of the tarball'


def main(path, tarball=None):
    with open(path, encoding='utf-8') as f:
        found = list(faults(json.load(f), tarball))
    for fault in found:
        print(f'{path}: {fault}')
    return 1 if found else 0


sys.exit(main(*sys.argv[1:]))
