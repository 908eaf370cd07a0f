import { describe, expect, it } from 'vitest';
import type { PackageMatch } from '../match/match.ts';
import type { SettledMatch } from '../match/ownership/settle-ownership.ts';
import type { Vulnerability } from '../advisory/vulnerability.ts';
import { toVersionFindings, type ComponentInVersion } from './version-findings.ts';

const MATCH: PackageMatch = {
  ...{ groupId: 'CVE-2024-1000', canonicalId: 'CVE-2024-1000', class: 'vulnerability', state: 'affected' },
  ...{ confidence: 'high', assumptions: [], evidence: [], fixedVersions: [], fixState: 'unknown', urgency: undefined },
};

const VULNERABILITY: Vulnerability = {
  ...{ id: 'CVE-2024-1000', aliases: [], title: '', severity: 'high', cvss: [], cwes: [], references: [] },
  ...{ publishedAt: null, modifiedAt: null, withdrawnAt: null },
};

function findingsOf(...matches: readonly SettledMatch[]) {
  const component: ComponentInVersion = {
    ...{ id: '1', purl: null, name: 'rpm', version: '4.18.0', unversioned: 'PyPI\u001Frpm', scope: 'required' },
    ...{ direct: null, matches, occurrences: [] },
  };
  return toVersionFindings([component], new Map([['CVE-2024-1000', VULNERABILITY]]));
}

const DISMISSAL = { code: 'distro-not-affected', owner: { name: 'python3-rpm', version: '4.18.0-3' } } as const;

describe('findings', () => {
  it.each<[string, Partial<SettledMatch>, string, readonly string[]]>([
    ['nobody objects to', {}, 'relevant', []],
    ['its distribution calls unimportant', { urgency: 'unimportant' }, 'deprioritized', ['distro-unimportant']],
    ['a distribution denies', { dismissal: DISMISSAL }, 'not_relevant', ['distro-not-affected']],
    [
      'a distribution denies, whatever else it says',
      { dismissal: DISMISSAL, urgency: 'unimportant' },
      'not_relevant',
      ['distro-not-affected'],
    ],
  ])('that %s', (_, changes, relevance, codes) => {
    const [finding] = findingsOf({ ...MATCH, ...changes });

    expect(finding?.relevance).toBe(relevance);
    expect(finding?.detail.reasons.map(({ code }) => code)).toEqual(codes);
  });

  it('are made of what is affected, by vulnerabilities that are known', () => {
    const unknown = { ...MATCH, groupId: 'CVE-2024-2000' };

    expect(findingsOf({ ...MATCH, state: 'not_affected' }, { ...MATCH, state: 'cannot_assess' }, unknown)).toEqual([]);
  });
});
