/** Texts for a step of a plan: its kind, distance, fixed findings, and urgency. */
import { SEVERITIES } from '../../../../src/core/vocabulary/severity.ts';
import type {
  WireAction,
  WireActionAlternative,
  WireRecommendation,
} from '../../../../src/api/contract/findings/remediation.ts';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import { SEVERITY_LABELS } from '../../../text/severities.ts';
import { findLabel } from '../../../text/format/labels.ts';

type Labels = Readonly<Record<string, string>>;

/** Prefix of the package name. */
export const ACTION_KIND_LABELS: Readonly<Record<WireAction['kind'], string>> = {
  upgrade: 'Upgrade',
  bump_parent: 'Upgrade the parent of',
  override: 'Override',
  os_update: 'Update',
  rebuild_base: 'Rebuild on an updated base',
  move_release: 'Move from',
  replace: 'Replace',
  remove: 'Remove',
  workaround: 'Apply workaround for',
};

const STEP_OPTION_LABELS: Labels = {
  ...ACTION_KIND_LABELS,
  bump_parent: 'Upgrade the parent',
  workaround: 'Workaround',
  reduces_on_line: 'Partial fix without major upgrade',
  clears_high: 'Fixes high and critical',
  clean_relevant: 'Fixes all relevant',
  highest_clean: 'Newest clean version',
};

/** Name of an option: `Override`, `Fixes high and critical: 2.15.0`. */
export function nameStepOption({ kind, to }: Pick<WireActionAlternative, 'kind' | 'to'>): string {
  const label = findLabel(STEP_OPTION_LABELS, kind);
  return to === null || Object.hasOwn(ACTION_KIND_LABELS, kind) ? label : `${label}: ${to}`;
}

export const DISTANCE_LABELS: Readonly<Record<WireAction['distance'], string>> = {
  patch: 'Patch release',
  minor: 'Minor release',
  major: 'Major release',
  unknown: 'Unknown upgrade distance',
};

/** A hint based on the versioning conventions of the ecosystem, not verified. */
export const BREAKING_LABELS: Readonly<Record<WireAction['breaking'], string>> = {
  none: 'Low risk of breaking changes',
  likely: 'Breaking changes likely',
  unknown: 'Breaking changes possible',
};

export const EXISTS_TEXTS: Readonly<Record<WireAction['verifiedExists'], string>> = {
  true: 'The version is published.',
  false: 'The version was not found. Check whether it is published.',
  unknown: 'The version is named by an advisory. Publication was not checked.',
};

const URGENT_LABELS: Readonly<Record<NonNullable<WireAction['urgentReason']>, string>> = {
  malicious: 'Malicious',
  known_exploited: 'Known exploited',
  due_soon: 'Due soon',
};

/** Why a step is urgent; undefined if it is not. */
export function describeUrgency({
  urgent,
  urgentReason,
}: Pick<WireAction, 'urgent' | 'urgentReason'>): string | undefined {
  if (!urgent) return undefined;
  return urgentReason === null ? 'Urgent' : URGENT_LABELS[urgentReason];
}

/** `Fixes 12 findings, 3 critical`; `Fixes 2 critical findings`; `Unverified: may fix 2 findings`. */
export function describeFixes({
  claim,
  fixesCount,
  fixesBySeverity,
  mayFixCount,
}: Pick<WireAction, 'claim' | 'fixesCount' | 'fixesBySeverity' | 'mayFixCount'>): string {
  if (claim === 'unknown') {
    const count = fixesCount + mayFixCount;
    return `Unverified: may fix ${countFindings(count, fixesBySeverity)}`;
  }
  return `Fixes ${countFindings(fixesCount, fixesBySeverity)}`;
}

/** With the number of critical or else high findings among them. */
function countFindings(count: number, bySeverity: WireAction['fixesBySeverity']): string {
  const worst = SEVERITIES.find((severity) => bySeverity[severity] > 0);
  if (worst !== 'critical' && worst !== 'high') return countOf(count, 'finding');
  const label = SEVERITY_LABELS[worst].toLowerCase();
  if (bySeverity[worst] === count) return countOf(count, `${label} finding`);
  return `${countOf(count, 'finding')}, ${formatCount(bySeverity[worst])} ${label}`;
}

/** `2.14.1`, `2.14.1 and 2.12.0`, `2.14.1 and 3 others` */
export function joinVersions(versions: readonly string[]): string {
  const [first = '', second] = versions;
  if (second === undefined) return first;
  return versions.length === 2 ? `${first} and ${second}` : `${first} and ${countOf(versions.length - 1, 'other')}`;
}

const NAMES_SHOWN = 3;

/** `lodash, qs, ms and 4 others`; names may be untrusted. */
export function joinNames(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? '';
  if (names.length <= NAMES_SHOWN) return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `${names.slice(0, NAMES_SHOWN).join(', ')} and ${countOf(names.length - NAMES_SHOWN, 'other')}`;
}

/** Advice for a finding in addition to the target version; undefined if the version is enough. */
export function describeAdvice(
  { kind, to, clean, text }: Pick<WireRecommendation, 'kind' | 'to' | 'clean' | 'text'>,
  name: string,
): string | undefined {
  // The plan covers open findings only, but a filtered finding also has a fixed version.
  if (kind === null && clean) return 'Not part of the plan.';
  const upgrade = `Upgrade ${name} to ${to}.`;
  return (text.startsWith(upgrade) ? text.slice(upgrade.length).trim() : text) || undefined;
}

export const UNSAFE_NAME = 'No command available: the name or version contains characters that are unsafe in a shell.';
