import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, indexAdvisories, readAdvisory } from '../../../test/support/advisories.ts';
import { findUnassessedReason } from './find-unassessed-reason.ts';
import { identifyPackage } from './identify-package.ts';
import { matchPackage } from './match-package.ts';

const SPRING = anOsvRecord({ affected: [anAffected({ ecosystem: 'Maven', name: 'org.springframework:spring-core' })] });
const LOG4NET = anOsvRecord({ affected: [anAffected({ ecosystem: 'NuGet', name: 'log4net' })] });

describe('findUnassessedReason', () => {
  it.each<[string, string | undefined, string]>([
    [
      'pkg:maven/spring-core/spring-core@1.0.0',
      undefined,
      'an advisory knows the artifact, and the version is affected',
    ],
    ['pkg:maven/spring-core/spring-core@5.0.0', undefined, 'an advisory knows the artifact, and the version is fixed'],
    ['pkg:maven/spring-core@5.0.0', undefined, 'an advisory knows the artifact, and the version is fixed'],
    ['pkg:maven/spring-aop/spring-aop@5.0.0', 'incomplete-name', 'no advisory knows the artifact'],
    ['pkg:maven/spring-aop@5.0.0', 'incomplete-name', 'no advisory knows the artifact'],
    ['pkg:maven/core@5.0.0', 'incomplete-name', 'the name is generic'],
    ['pkg:maven/commons-cli/commons-cli@1.0', undefined, 'the group is real'],
    ['pkg:maven/org.springframework/spring-aop@5.0.0', undefined, 'the group is real'],
    ['pkg:nuget/log4net@1.0.6.0-.NET%204.5', undefined, 'the numbers of the assembly are affected'],
    ['pkg:nuget/log4net@2.0.6.0-.NET%204.5', 'unparsable-version', 'the numbers of the assembly are not affected'],
  ])('returns for %s the reason %s, because %s', (purl, reason) => {
    const identified = identifyPackage({ purls: [purl], group: undefined, version: undefined, source: undefined }, {});
    const index = indexAdvisories([SPRING, LOG4NET].map(readAdvisory));
    const candidates = identified.keys.flatMap((key) => index.get(key) ?? []);
    const packageVersion = identified.package;
    if (packageVersion === undefined) throw new Error(`${purl} is no package`);

    expect(findUnassessedReason(packageVersion, candidates, matchPackage(packageVersion, candidates))).toBe(reason);
  });
});
