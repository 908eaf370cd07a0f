/** Questions about where to go, from a purl and records in OSV form. */
import type { GroupFacts } from '../../src/core/remediation/target.ts';
import type { TargetQuestion } from '../../src/core/remediation/choose-target.ts';
import { identifyPackage } from '../../src/core/match/identify-package.ts';
import type { CandidateEntry, PackageVersion } from '../../src/core/match/match.ts';
import { anAffected, anOsvRecord, indexAdvisories, readAdvisory } from './advisories.ts';

type Events = readonly Record<string, string>[];

/** `aRecord('CVE-2024-1', { introduced: '0' }, { fixed: '2.0.0' })`, of the npm package left-pad. */
export function aRecord(id: string, ...events: Events): Record<string, unknown> {
  return anOsvRecord({ id, affected: [anAffected({ events })] });
}

/** The same of another package. */
export function recordOf(ecosystem: string, name: string): typeof aRecord {
  return (id, ...events) => anOsvRecord({ id, affected: [anAffected({ ecosystem, name, events })] });
}

export interface IdentifiedPackage {
  readonly package: PackageVersion;
  readonly keys: readonly string[];
}

export function identify(purl: string): IdentifiedPackage {
  const claims = { purls: [purl], group: undefined, version: undefined, source: undefined };
  const identified = identifyPackage(claims, {});
  if (identified.package === undefined) throw new Error(`${purl} is no package: ${identified.reason}`);
  return { package: identified.package, keys: identified.keys };
}

export function entriesFor(keys: readonly string[], records: readonly unknown[]): readonly CandidateEntry[] {
  const index = indexAdvisories(records.map(readAdvisory));
  return keys.flatMap((key) => index.get(key) ?? []);
}

export const SAME_FACTS: GroupFacts = { severity: 'high', risk: 50, isRelevant: true };

/** Every vulnerability is high and as risky as any other, unless a test says so. */
export function aQuestion(
  purl: string,
  records: readonly unknown[],
  {
    facts = {},
    ...changes
  }: Partial<TargetQuestion> & { readonly facts?: Readonly<Record<string, Partial<GroupFacts>>> } = {},
): TargetQuestion {
  const { package: packageVersion, keys } = identify(purl);
  return {
    package: packageVersion,
    entries: entriesFor(keys, records),
    factsOf: (groupId) => ({ ...SAME_FACTS, ...facts[groupId] }),
    ...changes,
  };
}
