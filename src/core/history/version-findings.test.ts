import { describe, expect, it } from 'vitest';
import type { PackageMatch } from '../match/match.ts';
import type { SettledMatch } from '../match/ownership/settle-ownership.ts';
import { toVersionFindings, type ComponentInVersion, type FoundVulnerability } from './version-findings.ts';

const MATCH: PackageMatch = {
  ...{ groupId: 'CVE-2024-1000', canonicalId: 'CVE-2024-1000', class: 'vulnerability', state: 'affected' },
  ...{ confidence: 'high', assumptions: [], evidence: [], fixedVersions: [], fixState: 'unknown', urgency: undefined },
};

const VULNERABILITY: FoundVulnerability = {
  ...{ id: 'CVE-2024-1000', aliases: [], title: '', severity: 'high', cvss: [], cwes: [], references: [] },
  ...{ publishedAt: null, modifiedAt: null, withdrawnAt: null, kev: null, epss: null, ssvc: null },
};

function findingsOf(...matches: readonly SettledMatch[]) {
  const component: ComponentInVersion = {
    ...{ id: '1', purl: null, name: 'rpm', version: '4.18.0', unversioned: 'PyPI\u001Frpm', scope: 'required' },
    ...{ direct: null, matches, occurrences: [] },
  };
  return toVersionFindings([component], new Map([['CVE-2024-1000', VULNERABILITY]]));
}

describe('findings', () => {
  it('carry the judgment of their match', () => {
    const [finding] = findingsOf({ ...MATCH, urgency: 'unimportant' });

    expect(finding).toMatchObject({ relevance: 'deprioritized', detail: { reasons: [{ code: 'distro-minor' }] } });
  });

  it('carry what other sources say, and the priority that follows from it', () => {
    const [finding] = findingsOf(MATCH);

    expect(finding).toMatchObject({ risk: 48.8, band: 'P2', kev: false, epss: null });
    expect(finding?.detail.priority.reasons).toHaveLength(4);
  });

  it('are made of what is affected, by vulnerabilities that are known', () => {
    const unknown = { ...MATCH, groupId: 'CVE-2024-2000' };

    expect(findingsOf({ ...MATCH, state: 'not_affected' }, { ...MATCH, state: 'cannot_assess' }, unknown)).toEqual([]);
  });
});
