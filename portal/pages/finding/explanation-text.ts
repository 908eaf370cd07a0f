/** Texts for the priority, the deadline and the match of a finding, so that users can verify them. */
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { findLabel } from '../../text/format/labels.ts';
import { toPercent } from '../../text/findings/filter-text.ts';

type Priority = WireFinding['priority'];
type Reason = Priority['reasons'][number];
type Deadline = NonNullable<Priority['deadline']>;

export const BAND_LABELS: Readonly<Record<Priority['band'], string>> = {
  P0: 'P0, now',
  P1: 'P1, soon',
  P2: 'P2, planned',
  P3: 'P3, later',
  P4: 'P4, when convenient',
};

export const FACTOR_LABELS: Readonly<Record<Reason['factor'], string>> = {
  severity: 'Severity',
  threat: 'Threat',
  exposure: 'Exposure',
  relevance: 'Relevance',
  floor: 'Minimum',
};

const FACTOR_CODE_LABELS: Readonly<Record<string, string>> = {
  'cvss-in-context': 'CVSS in context',
  cvss: 'CVSS as published',
  'severity-label': 'severity label only',
  'severity-unknown': 'not rated, counted as medium',
  'known-exploited': 'known exploited',
  'exploitation-active': 'actively exploited',
  'public-exploit': 'public exploit',
  epss: 'EPSS',
  'epss-missing': 'EPSS unknown',
  'possible-match': 'possible match by CPE only',
  'attack-not-remote': 'not remotely exploitable',
  'exposure-in-score': 'included in the score',
};

export function describeFactor({ code, from }: Reason): string {
  const label = findLabel(FACTOR_CODE_LABELS, code, code.replaceAll('-', ' '));
  if (from === null) return label;
  if (typeof from === 'number') return `${label}: ${toPercent(from)}`;
  return `${label}: ${from}`;
}

/** `100 × 0.98 × (0.35 + 0.65 × 0.4) × 1 × 1`, with the numbers of the table, so that the result can be recomputed. */
export function toProduct(reasons: readonly Reason[]): string | undefined {
  const valueOf = (factor: Reason['factor']): number | undefined =>
    reasons.find((reason) => reason.factor === factor)?.value;
  const [severity, threat] = [valueOf('severity'), valueOf('threat')];
  const [exposure, relevance] = [valueOf('exposure'), valueOf('relevance')];
  if (severity === undefined || threat === undefined || exposure === undefined || relevance === undefined)
    return undefined;
  return `100 × ${toShort(severity)} × (0.35 + 0.65 × ${toShort(threat)}) × ${toShort(exposure)} × ${toShort(relevance)}`;
}

export function toShort(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}

/** `in 14 days`, or what to do if there is no deadline. */
export function describeDeadline({ days, forensics }: Deadline): string {
  const time = days === null ? 'With the next upgrade' : `Within ${days === 1 ? '1 day' : `${days} days`}`;
  return forensics ? `${time}, and check for signs of compromise` : time;
}

const DERIVED_LABELS: Readonly<Record<Deadline['derived'][number], string>> = {
  exposed: 'exposure',
  automatable: 'automatability',
  technicalImpact: 'technical impact',
};

/** Texts for the table row that set the deadline. */
export function describeDeadlineRule({ rule, derived }: Deadline): string {
  const facts = [
    rule.inKev ? 'known exploited' : 'not known to be exploited',
    rule.exposed ? 'exposed' : 'not exposed',
    rule.automatable ? 'automatable' : 'not automatable',
    `${rule.technicalImpact} technical impact`,
  ];
  const assumed = derived.map((each) => DERIVED_LABELS[each]).join(', ');
  return `CISA BOD 26-04: ${facts.join(', ')}.${assumed === '' ? '' : ` Not confirmed: ${assumed}.`}`;
}

/** Texts for the assumptions made by a match, one short sentence per code. */
const ASSUMPTION_TEXTS: Readonly<Record<string, string>> = {
  'release-from-version': 'The distribution release was derived from the package version.',
  'release-from-other-packages': 'The distribution release was derived from other packages in the SBOM.',
  'release-from-image': 'The distribution release was derived from the image name.',
  'source-from-name': 'The source package was derived from the package name.',
  'coordinates-from-hash': 'The Maven coordinates were taken from a table of jars, by the hash of the file.',
  'source-name-learned': 'The source package was taken from other SBOMs of the same distribution release.',
  'distro-alias': 'Advisories of a related distribution were used.',
  'distro-ahead': 'This distribution is ahead of the related distribution.',
  'identity-from-tool': 'The package has no package URL. Its type comes from the tool that wrote the SBOM.',
  'not-runtime': 'This is a source, documentation or test artifact.',
  'several-packages': 'The component has package URLs of different packages. One of them was used.',
  'last-known-bound': 'The range ends at the last version known to be affected.',
  'unparsable-version': 'The version is invalid, but the advisory covers all versions.',
  'name-case-folded': 'The advisory is about the same name in lower case.',
  'parent-module': 'The advisory is about the parent Go module.',
  'maven-group-guessed':
    'The Maven group may have been guessed by a tool. The advisory is about an artifact with the same name.',
  'malicious-name': 'A malicious public package used this name. This version is not on its list.',
  'assembly-version': 'The version describes a .NET assembly. Only its numbers were compared.',
  'custom-bound': 'The range uses project versions, which are not tags of the Go module.',
  'untagged-major': 'The advisory lists versions that the Go module cannot have.',
  'older-commit': 'The version is a commit from before the year of the CVE.',
  'pseudo-version': 'The version is a commit. Tags do not show whether it contains the fix.',
  'epoch-unknown': 'The package epoch is unknown. The epoch of the advisory was used.',
  'stream-from-version': 'The module stream was derived from the version.',
  'under-investigation': 'The distribution has not decided yet whether the package is affected.',
  'paid-fix-only': 'Only a paid channel has a fix. Older packages are assumed to be affected.',
  'fixed-by-build-tag': 'The build has the tag of an extended-support fix.',
  'kernel-headers': 'Kernel headers contain no kernel code.',
  'cpe-name': 'Only a CPE of the component leads to the vulnerability. NVD does not know about patches.',
  'repository-from-name': 'The repository of the package comes from a list of known names.',
  'repository-from-link': 'The repository of the component comes from one of its links.',
  conditional: 'The vulnerability also requires other software or hardware, which the SBOM does not show.',
  disputed: 'Sources disagree on whether this version is affected.',
  'nonconforming-version': 'The version does not follow the rules of its ecosystem.',
  'legacy-version': 'The version or the range is not a valid PEP 440 version.',
  'may-be-backported': 'The package came with an OS package, which may contain a backported fix.',
  'probably-owned': 'The package probably belongs to an OS package, which may contain a backported fix.',
};

/** A code unknown to this portal is returned unchanged. */
export function describeAssumption(code: string): string {
  return findLabel(ASSUMPTION_TEXTS, code);
}
