/** Red Hat: streams of modules, which live side by side in one release. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { entry, fixedIn, record } from '../build-record.ts';

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
      'a build of the same line is of the same stream, presumably',
      affected({ confidence: 'medium', assumptions: ['stream-from-version'] }),
    ],
    ['12.22.12-1.module+el8.6.0+15324+1f2c5d8d', 'the fixed build is not affected', notAffected()],
    [
      '14.18.2-2.module+el8.5.0+13644+8d46dafd',
      'a build of another line may be of any stream',
      cannotAssess('module-stream-unknown'),
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
    'an update that does not name its stream may be of any other one',
    'pkg:rpm/redhat/nodejs@10.24.0-1.module+el8.3.0+10166+b07ac28e?distro=rhel-8.6&epoch=1&modularitylabel=nodejs:10:8030020210426100849:229f0a1c',
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

export const redHatModuleCases = casesOf('Red Hat', ...modules);
