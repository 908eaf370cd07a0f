/**
 * Turns the configurations of an NVD record into affected entries. A configuration lists software as CPE criteria in nodes. Nodes
 * joined with AND must all apply: the other nodes are the systems or hardware that the software runs on, or other software beside
 * it, which a component alone cannot show. https://csrc.nist.gov/schema/nvd/api/2.0/cve_api_json_2.0.schema
 */
import { schemeOfProduct, toCpeName, withTarget } from '../../identity/cpe-names.ts';
import { toPackageKey } from '../../identity/package-key.ts';
import { parseCpe } from '../../identity/cpe.ts';
import { LIMITS } from '../../limits.ts';
import { EXCLUDED } from '../../versions/schemes/cpe.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import { sortWindows, type VersionWindow } from '../../versions/version-window.ts';
import { CPE_FAMILY, type CannotAssessReason } from '../../vocabulary/package.ts';
import type { AffectedEntry } from '../advisory.ts';
import { distinctPlatforms, type Platform } from '../platform.ts';
import { cleanText, isStorable, listIn, textIn } from '../record-fields.ts';
import { compareText } from '../../text/compare-text.ts';
import { memberIn } from '../../json/members.ts';
import { uniqueSorted } from '../../collections/text-lists.ts';

interface Configurations {
  readonly entries: readonly AffectedEntry[];
  /** Criteria that no component can match: hardware, distributions, and names or versions that are not stated. */
  readonly skipped: number;
}

export function parseConfigurations(cve: unknown): Configurations {
  const found = new Map<string, Draft>();
  let skipped = 0;
  for (const configuration of listIn(cve, 'configurations')) {
    for (const { criterion, condition } of listVulnerable(configuration)) {
      const draft = toDraft(criterion, condition);
      if (draft === undefined) skipped += 1;
      else addDraft(found, draft);
    }
  }
  const entries = [...found].toSorted(([a], [b]) => compareText(a, b)).map(([, draft]) => toEntry(draft));
  return { entries, skipped };
}

/** Number of criteria, to be checked before they are parsed. */
export function countCriteria(cve: unknown): number {
  let count = 0;
  for (const configuration of listIn(cve, 'configurations')) {
    for (const node of listIn(configuration, 'nodes')) count += listIn(node, 'cpeMatch').length;
  }
  return count;
}

/** The other parts of a configuration that must apply as well; each is a list of alternatives. */
type Condition = readonly (readonly string[])[];

interface VulnerableCriterion {
  readonly criterion: unknown;
  readonly condition: Condition;
}

function* listVulnerable(configuration: unknown): Generator<VulnerableCriterion> {
  const nodes = listIn(configuration, 'nodes');
  const isConjunction = textIn(configuration, 'operator') === 'AND';
  const alternatives = nodes.map((node) => listIn(node, 'cpeMatch').map((each) => textIn(each, 'criteria') ?? ''));
  for (const [position, node] of nodes.entries()) {
    const criteria = listIn(node, 'cpeMatch');
    const others = isConjunction ? alternatives.filter((_, at) => at !== position) : [];
    // A negated node says what must be absent, which no document shows.
    const negated = isNegated(configuration) || isNegated(node) ? [['']] : [];
    for (const criterion of criteria) {
      if (memberIn(criterion, 'vulnerable') !== true) continue;
      const beside = textIn(node, 'operator') === 'AND' ? toSingles(criteria, criterion) : [];
      yield { criterion, condition: [...others, ...beside, ...negated] };
    }
  }
}

function isNegated(value: unknown): boolean {
  return memberIn(value, 'negate') === true;
}

function toSingles(criteria: readonly unknown[], own: unknown): Condition {
  return criteria.filter((each) => each !== own).map((each) => [textIn(each, 'criteria') ?? '']);
}

interface Draft {
  readonly name: string;
  readonly product: string;
  readonly runsOn: readonly string[];
  readonly platforms: readonly Platform[];
  readonly windows: VersionWindow[];
  readonly versions: string[];
  readonly problems: CannotAssessReason[];
}

function toDraft(criterion: unknown, condition: Condition): Draft | undefined {
  const text = textIn(criterion, 'criteria') ?? '';
  const cpe = text.length > LIMITS.cpeBytesMax || !isStorable(text) ? undefined : toCpeName(text);
  if (cpe === undefined || cpe.isVersionNotApplicable) return undefined;
  // Software for an operating system is the same software; software for anything else is an extension of it.
  const system = cpe.targetSoftware === undefined ? undefined : SYSTEMS.get(cpe.targetSoftware);
  const isExtension = cpe.targetSoftware !== undefined && system === undefined;
  const name = isExtension ? withTarget(cpe.name, cpe.targetSoftware) : cpe.name;
  if (name.length > LIMITS.componentNameCharactersMax || toPackageKey(CPE_FAMILY, '', name) === undefined)
    return undefined;
  const { runsOn, systems } = evaluate(condition, system);
  const platforms = systems.map((os): Platform => ({ os: [os], arch: [] }));
  return { name, product: cpe.name, runsOn, platforms, ...toVersions(criterion, cpe) };
}

/** Operating systems by their names in CPEs, in Go's names. */
const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ['windows', 'windows'],
  ['linux', 'linux'],
  ['linux_kernel', 'linux'],
  ['macos', 'darwin'],
  ['mac_os', 'darwin'],
  ['mac_os_x', 'darwin'],
  ['android', 'android'],
  ['iphone_os', 'ios'],
  ['freebsd', 'freebsd'],
  ['solaris', 'solaris'],
]);

interface Evaluated {
  /** Software that must be present as well, and is not known to be. */
  readonly runsOn: readonly string[];
  /** Operating systems that the record is limited to, which the platform of a component is compared with. */
  readonly systems: readonly string[];
}

function evaluate(condition: Condition, system: string | undefined): Evaluated {
  const unknown: string[] = [];
  const limits: (readonly string[])[] = system === undefined ? [] : [[system]];
  for (const alternatives of condition) {
    const named = alternatives.map(systemIn).filter((os) => os !== undefined);
    if (named.length === alternatives.length && named.length > 0) limits.push(uniqueSorted(named));
    else unknown.push(...alternatives.slice(0, ALTERNATIVES_KEPT).map(nameIn));
  }
  const all = uniqueSorted(limits.flat());
  const common = all.filter((os) => limits.every((limit) => limit.includes(os)));
  return {
    runsOn: uniqueSorted(unknown).slice(0, ALTERNATIVES_KEPT),
    systems: common.length > 0 ? common : all,
  };
}

/** For display; some conditions list hundreds of devices. */
const ALTERNATIVES_KEPT = 10;

/** Returns undefined for a certain release of a system, which a document does not show. */
function systemIn(criteria: string): string | undefined {
  const cpe = parseCpe(criteria);
  if (cpe?.part !== 'o' || (cpe.version !== undefined && cpe.version !== '-')) return undefined;
  const isWindows = cpe.vendor === 'microsoft' && cpe.product?.startsWith('windows') === true;
  return isWindows ? 'windows' : SYSTEMS.get(cpe.product ?? '');
}

function nameIn(criteria: string): string {
  const cpe = parseCpe(criteria);
  return cpe === undefined ? 'other software' : cleanText(`${cpe.vendor ?? '*'} ${cpe.product ?? '*'}`, NAME_MAX);
}

const NAME_MAX = 100;

type Versions = Pick<Draft, 'windows' | 'versions' | 'problems'>;

/** The range beside the criteria counts only if the CPE itself names no version. */
function toVersions(
  criterion: unknown,
  { name, version }: { readonly name: string; readonly version?: string | undefined },
): Versions {
  const none: Versions = { windows: [], versions: [], problems: [] };
  if (version !== undefined) {
    return /[*?]/.test(version) ? { ...none, problems: ['unparsable-bound'] } : { ...none, versions: [version] };
  }
  const after = textIn(criterion, 'versionStartExcluding');
  const window = {
    introduced: textIn(criterion, 'versionStartIncluding') ?? (after === undefined ? undefined : after + EXCLUDED),
    fixed: textIn(criterion, 'versionEndExcluding'),
    lastAffected: textIn(criterion, 'versionEndIncluding'),
  };
  const scheme = schemeFor(schemeOfProduct(name));
  const isValid = Object.values(window).every(
    (bound) => bound === undefined || (isStorable(bound) && scheme.parse(bound) !== undefined),
  );
  return isValid ? { ...none, windows: [window] } : { ...none, problems: ['unparsable-bound'] };
}

/** Criteria about the same product under the same condition are one entry. */
function addDraft(found: Map<string, Draft>, draft: Draft): void {
  const key = JSON.stringify([draft.name, draft.runsOn, draft.platforms]);
  const known = found.get(key);
  if (known === undefined) {
    found.set(key, draft);
    return;
  }
  known.windows.push(...draft.windows);
  known.versions.push(...draft.versions);
  known.problems.push(...draft.problems);
}

function toEntry({ name, product, runsOn, platforms, windows, versions, problems }: Draft): AffectedEntry {
  const scheme = schemeOfProduct(product);
  return {
    family: CPE_FAMILY,
    release: '',
    name,
    scheme,
    windows: sortWindows(schemeFor(scheme), distinctWindows(windows)),
    versions: uniqueSorted(versions),
    problems: [...new Set(problems)].toSorted(),
    lastKnownAffected: undefined,
    urgency: undefined,
    ...(platforms.length > 0 && { platforms: distinctPlatforms(platforms) }),
    ...(runsOn.length > 0 && { runsOn }),
  };
}

function distinctWindows(windows: readonly VersionWindow[]): readonly VersionWindow[] {
  const byText = new Map(
    windows.map((each) => [JSON.stringify([each.introduced, each.fixed, each.lastAffected]), each]),
  );
  return [...byText].toSorted(([a], [b]) => compareText(a, b)).map(([, window]) => window);
}
