/** NuGet: case-insensitive names, four-part versions, case-insensitive prereleases. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { between, entry, fixedIn, record, upTo } from '../build-record.ts';

const NEWTONSOFT = record('GHSA-5crp-9r3c-p9vr', entry('NuGet', 'Newtonsoft.Json', fixedIn('13.0.1')), {
  aliases: ['CVE-2024-21907'],
});
const HTTP = record('CVE-2018-8292', entry('NuGet', 'System.Net.Http', fixedIn('4.3.4')));
const RUNTIME = record(
  'CVE-2021-1721',
  entry('NuGet', 'Microsoft.NETCore.App.Runtime.linux-x64', between('3.1.0', '3.1.12')),
  entry('NuGet', 'Microsoft.NETCore.App.Runtime.linux-x64', between('5.0.0', '5.0.3')),
);
const LOG4NET = record('CVE-2018-1285', entry('NuGet', 'log4net', fixedIn('2.0.10')));
const ZIP = record('CVE-2018-1002208', entry('NuGet', 'SharpZipLib', fixedIn('1.0.0-rc1')));
const JQUERY = record(
  'CVE-2020-11023',
  entry('npm', 'jquery', between('1.0.3', '3.5.0')),
  entry('NuGet', 'jQuery', between('1.0.3', '3.5.0')),
);

export const nugetCases = casesOf(
  'NuGet',
  checkVersions('pkg:nuget/Newtonsoft.Json', NEWTONSOFT, [
    ['12.0.3', 'the version before the fix is affected', affected({ confidence: 'high', fixedVersions: ['13.0.1'] })],
    ['13.0.1', 'the fix is not affected', notAffected()],
    ['13.0.1-beta2', 'a prerelease of the fix is affected', affected()],
    ['13.0.1+c0ffee', 'what follows a plus says nothing', notAffected()],
    ['13.0.1.0', 'a fourth number of zero changes nothing', notAffected()],
    ['13.0.01', 'leading zeros mean nothing', notAffected()],
    ['13', 'missing numbers are zero', affected()],
  ]),
  checkVersions('pkg:nuget/System.Net.Http', HTTP, [
    ['4.3.3.9', 'a fourth number counts', affected({ fixedVersions: ['4.3.4'] })],
    ['4.3.4.1', 'a fourth number above the fix is not affected', notAffected()],
    ['2.0.20126.16343', 'large numbers are numbers', affected({ confidence: 'high' })],
  ]),
  checkVersions('pkg:nuget/Microsoft.NETCore.App.Runtime.linux-x64', RUNTIME, [
    ['5.0.2', 'a runtime pack is an ordinary package', affected({ fixedVersions: ['5.0.3'] })],
    ['3.1.11', 'the older branch has its own fix first', affected({ fixedVersions: ['3.1.12', '5.0.3'] })],
    ['5.0.0-rc.2', 'a prerelease is older than the beginning of its branch', notAffected()],
  ]),
  checkVersions('pkg:nuget/SharpZipLib', ZIP, [
    ['1.0.0-alpha2', 'alpha is older than rc', affected({ fixedVersions: ['1.0.0-rc1'] })],
    ['1.0.0-RC1', 'prereleases have no letter case', notAffected()],
    ['1.0.0-rc.1', 'a dot in a prerelease makes identifiers', affected()],
    ['1.0.0', 'the release is newer than its prerelease', notAffected()],
  ]),
  checkVersions('pkg:nuget/acme', record('CVE-2099-0070', entry('NuGet', 'acme', upTo('1.0-BETA'))), [
    ['1.0.0.0-beta', 'zeros and letter case are no difference', affected()],
    ['1.0', 'the release is newer than its beta', notAffected()],
    ['1.0-beta.2', 'a longer prerelease is newer', notAffected()],
  ]),
  // Tools that read assemblies write the assembly version text in place of the package version.
  checkVersions('pkg:nuget/log4net', LOG4NET, [
    [
      '2.0.6.0-.NET%204.5',
      'the numbers of an assembly are compared',
      affected({ confidence: 'low', assumptions: ['assembly-version'], fixedVersions: ['2.0.10'] }),
    ],
    [
      '2.0.8.0%20%40BuiltBy%3A%20x',
      'the builder of an assembly is no part of its version',
      affected({ confidence: 'low' }),
    ],
    [
      '2.0.12.0-.NET%204.5',
      'the numbers of an assembly need not be those of the package, so it is not cleared',
      cannotAssess('unparsable-version'),
    ],
    [
      '2.0.10.0-.NET%204.5',
      'what follows the numbers of an assembly is no prerelease',
      cannotAssess('unparsable-version'),
    ],
  ]),
  check(
    'the mark before the version may be encoded',
    'pkg:nuget/Newtonsoft.Json%4012.0.3',
    NEWTONSOFT,
    affected({ confidence: 'high' }),
  ),
  check(
    'a name that NuGet does not allow was not checked',
    'pkg:nuget/%22Newtonsoft.Json%22@12.0.3',
    NEWTONSOFT,
    cannotAssess('invalid-purl'),
  ),
  check('names have no letter case', 'pkg:nuget/newtonsoft.json@12.0.3', NEWTONSOFT, affected({ confidence: 'high' })),
  check(
    'a package that begins alike is another one',
    'pkg:nuget/Newtonsoft.Json.Bson@1.0.2',
    NEWTONSOFT,
    notAffected(),
  ),
  check(
    'the runtime of another system is another package',
    'pkg:nuget/Microsoft.NETCore.App.Runtime.win-x64@5.0.2',
    RUNTIME,
    notAffected(),
  ),
  check('a record about two ecosystems speaks for each', ['pkg:nuget/jQuery@3.4.1', 'pkg:npm/jquery@3.4.1'], JQUERY, [
    affected(),
    affected({ of: 1 }),
  ]),
  check('the type may be called dotnet-core', 'pkg:dotnet-core/Newtonsoft.Json@12.0.3', NEWTONSOFT, affected()),
  check(
    'an asterisk is no version',
    component('pkg:nuget/Newtonsoft.Json', { version: '12.*' }),
    NEWTONSOFT,
    cannotAssess('floating-ref'),
  ),
  check(
    'a range is no version',
    component('pkg:nuget/Newtonsoft.Json', { version: '[12.0,13.0)' }),
    NEWTONSOFT,
    cannotAssess('floating-ref'),
  ),
  check(
    'a property of a project is no version',
    component('pkg:nuget/Newtonsoft.Json', { version: '$(JsonVersion)' }),
    NEWTONSOFT,
    cannotAssess('unresolved-placeholder'),
  ),
  check(
    'five numbers are no version',
    'pkg:nuget/Newtonsoft.Json@1.2.3.4.5',
    NEWTONSOFT,
    cannotAssess('unparsable-version'),
  ),
);
