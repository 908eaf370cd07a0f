/**
 * Sentences that all formats share: the coverage of an analysis, the state of the data, fixes and counts. The portal has its own
 * texts; tests check both against the list of codes.
 */
import { describeRelease, NOT_A_PACKAGE, type Coverage } from '../history/coverage.ts';
import { toPlainText } from '../text/plain-text.ts';
import { pluralize } from '../text/pluralize.ts';
import type { ReportedData, ReportedFinding, BySeverity } from './report.ts';
import { SEVERITIES } from '../vocabulary/severity.ts';

const REASON_LABELS: Readonly<Record<string, string>> = {
  'not-a-package': 'not a separate package',
  'no-identity': 'no package identity',
  'invalid-purl': 'invalid package URL',
  'incomplete-name': 'package name incomplete',
  'unsupported-type': 'ecosystem not supported',
  'no-version': 'no version',
  'unparsable-version': 'unparsable version',
  'unparsable-bound': 'unparsable version range in the advisory',
  'unresolved-placeholder': 'version is an unresolved placeholder',
  'floating-ref': 'version is a branch, a URL or a range',
  'devel-build': 'version is a development build',
  'unknown-release': 'unknown distribution release',
  'no-feed-for-release':
    'no advisories loaded for that ecosystem or release (ASSAY_DISTRIBUTION_ADVISORIES adds distributions)',
  'eol-release': 'distribution release no longer maintained',
  'module-stream-unknown': 'module stream unknown',
  'record-without-versions': 'advisory without versions',
  'contradictory-range': 'contradictory advisory',
  'git-only': 'advisory names commits only',
  'history-unknown': 'place among the commits of an advisory unknown',
  'source-package-unknown': 'source package unknown',
};

/** A code without a text is returned unchanged. */
export function describeReason(code: string): string {
  return (Object.hasOwn(REASON_LABELS, code) ? REASON_LABELS[code] : undefined) ?? code;
}

/**
 * `412 of 444 components were checked. Checked for fixed issues only: 187 (Red Hat 9). Not checked: 20 (no version), 12
 * (ecosystem not supported).`
 */
export function describeCoverage(coverage: Coverage): string {
  const { components, notChecked, fixedIssuesOnlyByRelease } = coverage;
  if (components === 0) return 'The SBOM lists no components.';
  const fixOnly = fixedIssuesOnlyByRelease.map((each) => `${each.count} (${describeRelease(each)})`).join(', ');
  const isCounted = ({ reason }: { readonly reason: string }): boolean => reason !== NOT_A_PACKAGE;
  const list = (reasons: Coverage['notChecked']): string =>
    reasons.map((each) => `${each.count} (${describeReason(each.reason)})`).join(', ');
  const unchecked = list(notChecked.filter(isCounted));
  const uncounted = list(notChecked.filter((each) => !isCounted(each)));
  return [
    describeShare(coverage),
    ...(fixOnly === '' ? [] : [`Checked for fixed issues only: ${fixOnly}.`]),
    ...(unchecked === '' ? [] : [`Not checked: ${unchecked}.`]),
    ...(uncounted === '' ? [] : [`Not counted: ${uncounted}.`]),
  ].join(' ');
}

function describeShare({ components, checked }: Coverage): string {
  if (checked === 0) return `None of ${pluralize(components, 'component')} was checked.`;
  if (checked < components) return `${checked} of ${components} components were checked.`;
  return components === 1 ? 'The one component was checked.' : `All ${components} components were checked.`;
}

/** Describes a result without findings; never only "none". */
export function describeNothingFound({ components, checked, fixedIssuesOnly }: Coverage): string {
  if (components === 0) return 'No components to check.';
  if (checked === 0) return 'No result: none of the components could be checked.';
  const nothing = `No known vulnerability among ${pluralize(checked, 'checked component')}`;
  if (fixedIssuesOnly === 0) return `${nothing}.`;
  const which = fixedIssuesOnly === checked ? 'these components' : `${fixedIssuesOnly} of them`;
  return `${nothing}, but advisories for ${which} list only fixed issues: vulnerabilities without a fix are not reported.`;
}

const NOTICES: Readonly<Record<Exclude<ReportedData['state'], 'ready'>, string>> = {
  none: 'No advisories are loaded, so no vulnerabilities can be found. Run "assay advisories sync", or import a bundle.',
  starter:
    'Only the built-in starter set of advisories is loaded, so most vulnerabilities cannot be found. Run "assay advisories sync", or import a bundle.',
  syncing:
    'Not all advisories are loaded, so vulnerabilities may be missing. Run "assay advisories status" to see which, and "assay advisories sync" to load them, or import a bundle if the sources are off.',
  stale:
    'At least one advisory source is outdated, so newer vulnerabilities may be missing. Run "assay advisories status" to see what to do.',
};

/**
 * In any state except `ready` an empty result is less reliable, and the notice says what to do. Undefined: the data is complete and
 * current.
 */
export function findDataNotice({ state }: Pick<ReportedData, 'state'>): string | undefined {
  return state === 'ready' ? undefined : NOTICES[state];
}

const VERSIONS_SHOWN_MAX = 3;
const VERSION_CHARACTERS_MAX = 64;
const NAME_CHARACTERS_MAX = 128;

export function describeFix({ class: kind, component, fix, target }: ReportedFinding): string {
  const name = toPlainText(component.name, NAME_CHARACTERS_MAX);
  if (kind === 'malicious')
    return `Remove ${name}: it is malicious. Treat every secret that it could read as compromised.`;
  const [nearest, ...others] = fix.versions
    .slice(0, VERSIONS_SHOWN_MAX)
    .map((version) => toPlainText(version, VERSION_CHARACTERS_MAX));
  if (target !== undefined) {
    const best = toPlainText(target, VERSION_CHARACTERS_MAX);
    const alone = nearest === undefined || nearest === best ? '' : ` This vulnerability alone is fixed in ${nearest}.`;
    return `Upgrade ${name} to ${best}.${alone}`;
  }
  if (nearest === undefined) return WITHOUT_VERSION[fix.state](name);
  const channel = fix.channel ? ` (requires ${toPlainText(fix.channel, NAME_CHARACTERS_MAX)})` : '';
  return `Upgrade ${name} to ${[nearest, ...others].join(', or to ')}${channel}.`;
}

const WITHOUT_VERSION: Readonly<Record<ReportedFinding['fix']['state'], (name: string) => string>> = {
  fixed: (name) => `${name} is fixed, but the fixed version is unknown.`,
  not_fixed: (name) => `No fix for ${name} is known.`,
  wont_fix: (name) => `${name} will not be fixed.`,
  deferred: (name) => `The distribution has postponed the fix for ${name}.`,
  eol: (name) => `The distribution release of ${name} has reached end of life. Move to a supported release.`,
  unknown: (name) => `It is unknown whether ${name} is fixed.`,
};

/** `3 high, 1 low`. */
export function describeSeverities(bySeverity: BySeverity): string {
  const counts = SEVERITIES.filter((severity) => bySeverity[severity] > 0);
  return counts.map((severity) => `${bySeverity[severity]} ${severity}`).join(', ');
}
