/** Red Hat: module streams, which coexist in one release. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { entry, fixedIn, record } from '../build-record.ts';
import type { PublishedRecord } from '../labeled-case.ts';

const NODEJS = record(
  'RHSA-2099:0012',
  entry('Red Hat:enterprise_linux:8::appstream', 'nodejs', fixedIn('1:12.22.12-1.module+el8.6.0+15324+1f2c5d8d')),
  {
    upstream: ['CVE-2099-0362'],
    summary: 'Red Hat Security Advisory: nodejs:12 security, bug fix, and enhancement update',
  },
);
const UNTITLED = { osv: { ...NODEJS.osv, summary: 'Red Hat Security Advisory: nodejs security update' } };

const modules = [
  checkVersions('pkg:rpm/redhat/nodejs@{}?distro=rhel-8.6&epoch=1', NODEJS, [
    [
      '12.22.5-1.module+el8.5.0+12152+ca7a1c0e',
      'its version says that it is of the stream of the update',
      affected({ confidence: 'medium', assumptions: ['stream-from-version'] }),
    ],
    ['12.22.12-1.module+el8.6.0+15324+1f2c5d8d', 'the fixed build is not affected', notAffected()],
    [
      '14.18.2-2.module+el8.5.0+13644+8d46dafd',
      'its version says that it is of stream 14, about which an update of stream 12 says nothing',
      notAffected(),
    ],
    [
      '12.16.1-1.module+el8.1.0+6117+b25a342c',
      'an older version of the stream is affected as well',
      affected({ confidence: 'medium', assumptions: ['stream-from-version'] }),
    ],
    ['12.22.5-1.el8', 'what was built in no module never meets a module', notAffected()],
  ]),
  check(
    'the stream stands in the purl',
    'pkg:rpm/redhat/nodejs@12.16.1-1.module+el8.1.0+6117+b25a342c?distro=rhel-8.6&epoch=1&modularitylabel=nodejs:12:8010020200323161432:c27ad7f8',
    NODEJS,
    affected({ confidence: 'high', assumptions: [] }),
  ),
  check(
    'the stream may be escaped',
    'pkg:rpm/redhat/nodejs@12.16.1-1.module%2Bel8.1.0%2B6117%2Bb25a342c?distro=rhel-8.6&epoch=1&modularitylabel=nodejs%3A12%3A8010020200323161432%3Ac27ad7f8',
    NODEJS,
    affected({ confidence: 'high', assumptions: [] }),
  ),
  check(
    'the stream may be called rpmmod',
    'pkg:rpm/redhat/nodejs@12.16.1-1.module+el8.1.0+6117+b25a342c?distro=rhel-8.6&epoch=1&rpmmod=nodejs:12',
    NODEJS,
    affected({ confidence: 'high' }),
  ),
  check(
    'Syft writes the stream in a property',
    component('pkg:rpm/redhat/nodejs@12.16.1-1.module+el8.1.0+6117+b25a342c?distro=rhel-8.6&epoch=1', {
      properties: { 'syft:metadata:modularityLabel': 'nodejs:12:8010020200323161432:c27ad7f8' },
    }),
    NODEJS,
    affected({ confidence: 'high' }),
  ),
  check(
    'Trivy writes the stream in a property',
    component('pkg:rpm/redhat/nodejs@12.16.1-1.module+el8.1.0+6117+b25a342c?distro=rhel-8.6&epoch=1', {
      properties: { 'aquasecurity:trivy:Modularitylabel': 'nodejs:12:8010020200323161432:c27ad7f8' },
    }),
    NODEJS,
    affected({ confidence: 'high' }),
  ),
  check(
    'an update of another stream says nothing',
    'pkg:rpm/redhat/nodejs@10.24.0-1.module+el8.3.0+10166+b07ac28e?distro=rhel-8.6&epoch=1&modularitylabel=nodejs:10:8030020210426100849:229f0a1c',
    NODEJS,
    notAffected(),
  ),
  check(
    'an update that does not name its stream is of the stream of its line, presumably',
    'pkg:rpm/redhat/nodejs@12.22.5-1.module+el8.5.0+12152+ca7a1c0e?distro=rhel-8.6&epoch=1&modularitylabel=nodejs:12:8050020210812160932:c5368500',
    UNTITLED,
    affected({ confidence: 'medium', assumptions: ['stream-from-version'] }),
  ),
  check(
    'an update that does not name its stream is not of stream 10 when it fixes 12.22',
    'pkg:rpm/redhat/nodejs@10.24.0-1.module+el8.3.0+10166+b07ac28e?distro=rhel-8.6&epoch=1&modularitylabel=nodejs:10:8030020210426100849:229f0a1c',
    UNTITLED,
    notAffected(),
  ),
  check(
    'without a stream on either side another minor version may be of any stream',
    'pkg:rpm/redhat/nodejs@12.16.1-1.module+el8.1.0+6117+b25a342c?distro=rhel-8.6&epoch=1',
    UNTITLED,
    cannotAssess('module-stream-unknown'),
  ),
  check(
    'an update of no module never meets a module',
    'pkg:rpm/redhat/nodejs@12.22.5-1.module+el8.5.0+12152+ca7a1c0e?distro=rhel-8.6&epoch=1&modularitylabel=nodejs:12:1:1',
    record('RHSA-2099:0013', entry('Red Hat:enterprise_linux:8::appstream', 'nodejs', fixedIn('1:16.0.0-1.el8')), {
      upstream: ['CVE-2099-0363'],
    }),
    notAffected(),
  ),
  check(
    'the same stream in another release is another one',
    'pkg:rpm/redhat/nodejs@12.16.1-1.module+el9.1.0+1+1?distro=rhel-9.1&epoch=1&modularitylabel=nodejs:12:1:1',
    NODEJS,
    notAffected(),
  ),
];

function update(id: string, stream: string, cve: string, name: string, fixed: string): PublishedRecord {
  return record(id, entry('Red Hat:enterprise_linux:8::appstream', name, fixedIn(fixed)), {
    related: [cve],
    summary: `Red Hat Security Advisory: ${stream} security update`,
  });
}

const NPM = [
  update('RHSA-2021:0744', 'nodejs:14', 'CVE-2021-22883', 'npm', '1:6.14.11-1.14.16.0.2.module+el8.3.0+10180+b92e1eb6'),
  update('RHSA-2021:3623', 'nodejs:12', 'CVE-2021-22930', 'npm', '1:6.14.14-1.12.22.5.1.module+el8.4.0+12242+af52a4c7'),
];
const IO_CONSOLE = [
  update(
    'RHSA-2023:7025',
    'ruby:2.5',
    'CVE-2021-33621',
    'rubygem-io-console',
    '0:0.4.6-111.module+el8.9.0+19193+435404ae',
  ),
  update(
    'RHSA-2022:5338',
    'ruby:2.6',
    'CVE-2022-28739',
    'rubygem-io-console',
    '0:0.4.7-109.module+el8.6.0+15475+c55337b4',
  ),
  update(
    'RHSA-2021:3020',
    'ruby:2.7',
    'CVE-2021-31799',
    'rubygem-io-console',
    '0:0.5.6-137.module+el8.4.0+12025+f744ca41',
  ),
];
const RUNC = [
  update('RHSA-2024:0748', 'container-tools:4.0', 'CVE-2024-21626', 'runc', '1:1.1.12-1.module+el8.9.0+21242+944321bb'),
  update(
    'RHSA-2024:0752',
    'container-tools:rhel8',
    'CVE-2024-21626',
    'runc',
    '1:1.1.12-1.module+el8.9.0+21243+a586538b',
  ),
  update(
    'RHSA-2025:1372',
    'container-tools:rhel8',
    'CVE-2024-11218',
    'runc',
    '1:1.1.12-6.module+el8.10.0+22722+0028f543',
  ),
];
const [OF_14, OF_12] = [{ about: 'CVE-2021-22883' }, { about: 'CVE-2021-22930' }];
const [OF_25, OF_26, OF_27] = [{ about: 'CVE-2021-33621' }, { about: 'CVE-2022-28739' }, { about: 'CVE-2021-31799' }];
const DERIVED = { confidence: 'medium', assumptions: ['stream-from-version'] } as const;

const derived = [
  check(
    'the release of npm holds the version of Node.js, and so the stream',
    'pkg:rpm/redhat/npm@6.14.10-1.14.15.4.2.module+el8.3.0+9635+ffdf8381?distro=rhel-8.3&epoch=1',
    NPM,
    [affected({ ...OF_14, ...DERIVED }), notAffected(OF_12)],
  ),
  check(
    'npm of another stream has the fixes of that stream',
    'pkg:rpm/redhat/npm@6.14.13-1.12.22.3.2.module+el8.4.0+11732+c668cc9f?distro=rhel-8.4&epoch=1',
    NPM,
    [notAffected(OF_14), affected({ ...OF_12, ...DERIVED })],
  ),
  check(
    'a library of Ruby has the stream whose updates have its version',
    'pkg:rpm/redhat/rubygem-io-console@0.4.6-110.module+el8.6.0+15956+aa803fc1?distro=rhel-8.6&epoch=0',
    IO_CONSOLE,
    [affected({ ...OF_25, ...DERIVED }), notAffected(OF_26), notAffected(OF_27)],
  ),
  check(
    'the label of the same package gives the same answers',
    'pkg:rpm/redhat/rubygem-io-console@0.4.6-110.module+el8.6.0+15956+aa803fc1?distro=rhel-8.6&epoch=0&rpmmod=ruby:2.5',
    IO_CONSOLE,
    [affected({ ...OF_25, confidence: 'high' }), notAffected(OF_26), notAffected(OF_27)],
  ),
  check(
    'streams that are both possible may agree',
    'pkg:rpm/redhat/runc@1.1.5-2.module+el8.9.0+20325+b2853e6e?distro=rhel-8.9&epoch=1',
    RUNC.slice(0, 2),
    affected({ ...DERIVED, about: 'CVE-2024-21626' }),
  ),
  check(
    'streams that are both possible may disagree',
    'pkg:rpm/redhat/runc@1.1.5-2.module+el8.9.0+20325+b2853e6e?distro=rhel-8.9&epoch=1',
    RUNC,
    [
      affected({ ...DERIVED, about: 'CVE-2024-21626' }),
      cannotAssess('module-stream-unknown', { about: 'CVE-2024-11218' }),
    ],
  ),
];

export const redHatModuleCases = casesOf('Red Hat', ...modules, ...derived);
