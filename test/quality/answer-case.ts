/**
 * Runs a case through Assay from the document to the matches, without a database. Parsing, identification, lookup and matching
 * are production code; only the index of records replaces the store.
 */
import { perCvePrefixesOf } from '../../src/core/advisory/feed-coverage.ts';
import { findUncheckedReason, type FeedScope, type LoadedReleases } from '../../src/core/history/coverage.ts';
import type { Release } from '../../src/core/identity/distro/end-of-life.ts';
import { isDistribution } from '../../src/core/identity/ecosystems/ecosystem.ts';
import { toKeyPrefix } from '../../src/core/identity/package-key.ts';
import { toComponentSet, type SetMember } from '../../src/core/match/components/component-set.ts';
import { findUnassessedReason, matchPackage } from '../../src/core/match/match-package.ts';
import type { CandidateEntry, PackageMatch } from '../../src/core/match/match.ts';
import { type Owner, resolveOwnership, type ResolvedMatch } from '../../src/core/match/ownership/resolve-ownership.ts';
import { parseSbom } from '../../src/core/sbom/parse-sbom.ts';
import type { CannotAssessReason } from '../../src/core/vocabulary/package.ts';
import { fileRecords } from './file-records.ts';
import type { Json, LabeledCase, PublishedRecord } from './labeled-case.ts';

export interface Answer {
  /** Why the component was not checked; the absence of a match then means nothing. */
  readonly notChecked: string | null;
  readonly matches: readonly ResolvedMatch[];
}

const TODAY = '2025-02-01T00:00:00.000000Z';

/** Returns the answers by component reference. */
export function answerCase(labeled: LabeledCase): ReadonlyMap<string, Answer> {
  const { sent, records } = labeled;
  const form = { format: sent.format ?? 'cyclonedx', specVersion: sent.format === 'spdx' ? '2.3' : '1.6' } as const;
  const inventory = parseSbom(toDocument(labeled), { ...form, path: '' });
  const set = toComponentSet(inventory, { distroOverride: sent.distro, image: sent.image });
  const asOf = sent.asOf ?? TODAY;
  const filed = fileRecords(records, asOf);
  const found = set.members.map((member) => matchMember(member, filed));
  const matched = found.map(({ matches }) => matches);
  const answers = settle(set.members, matched, records).map((matches, position): Answer => {
    const { package: packageVersion, notChecked } = set.members[position] ?? NO_MEMBER;
    const reason = notChecked ?? found[position]?.unassessed ?? null;
    const release = packageVersion?.identity ?? null;
    const isLoaded = release !== null && sent.loaded !== false;
    const loaded: LoadedReleases = new Map(isLoaded ? [[toKeyPrefix(release), scopeOf(release, filed)]] : []);
    // Advisory coverage is checked before ownership.
    const isAffected = matched[position]?.some(({ state }) => state === 'affected') ?? false;
    return { notChecked: findUncheckedReason({ reason, release, isAffected }, loaded, asOf), matches };
  });
  return new Map(
    inventory.components.flatMap(({ ref }, position) => {
      const answer = answers[set.memberOf[position] ?? -1];
      return answer === undefined ? [] : [[ref, answer] as const];
    }),
  );
}

/** As the store judges loaded records: a distribution lists every issue only in its records per CVE. */
function scopeOf({ family }: Release, filed: ReadonlyMap<string, readonly CandidateEntry[]>): FeedScope {
  if (!isDistribution(family)) return 'all-issues';
  const ids = [...filed.values()].flatMap((entries) => entries.map(({ recordId }) => recordId));
  const listsAll = perCvePrefixesOf(family).some((prefix) => ids.some((id) => id.startsWith(prefix)));
  return listsAll ? 'all-issues' : 'fixed-issues-only';
}

const NO_MEMBER = { package: null, notChecked: null };

function matchMember(
  { package: packageVersion, notChecked, keys }: SetMember,
  filed: ReadonlyMap<string, readonly CandidateEntry[]>,
): { readonly matches: readonly PackageMatch[]; readonly unassessed?: CannotAssessReason | undefined } {
  if (packageVersion === null || notChecked !== null) return { matches: [] };
  const entries = keys.flatMap((key) => filed.get(key) ?? []);
  const matches = matchPackage(packageVersion, entries);
  return { matches, unassessed: findUnassessedReason(packageVersion, entries, matches) };
}

/** Applies the statements of OS packages to the packages they contain. */
function settle(
  members: readonly SetMember[],
  matched: readonly (readonly PackageMatch[])[],
  records: readonly PublishedRecord[],
): (readonly ResolvedMatch[])[] {
  const owners = members.map(
    ({ name, version, package: packageVersion, notChecked, ecosystem }, id): [number, Owner] => {
      const assumptions = packageVersion?.assumptions ?? [];
      const isAssessed = packageVersion !== null && notChecked === null;
      const isComprehensive = isTold(ecosystem, records);
      return [id, { name, version, assumptions, isAssessed, isComprehensive, matches: matched[id] ?? [] }];
    },
  );
  const held = members.map((member, id) => ({
    id,
    ecosystem: member.ecosystem,
    matches: matched[id] ?? [],
    holdings: [{ ownership: member.ownership, owners: member.owners }],
  }));
  return resolveOwnership(held, new Map(owners)).map(({ matches }) => matches);
}

/** Debian also lists unfixed issues; Ubuntu does so in its records of single vulnerabilities, but not in its notices. */
function isTold(ecosystem: string | null, records: readonly PublishedRecord[]): boolean {
  if (ecosystem === 'Ubuntu') return records.some(({ osv }) => String(osv['id']).startsWith('UBUNTU-CVE-'));
  return ecosystem === 'Debian';
}

/** Returns the reference of a component of a case. */
export function refOf(component: Json | undefined): string {
  const ref = component?.['bom-ref'] ?? component?.['SPDXID'];
  return typeof ref === 'string' ? ref : '';
}

function toDocument({ components, sent }: LabeledCase): Json {
  const tool = sent.statesSources === false ? 'acme-sbom' : 'syft';
  if (sent.format === 'spdx') {
    const creationInfo = { creators: [`Tool: ${tool}-1.0.0`] };
    const head = { spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: 'a', creationInfo };
    return { ...head, packages: components, ...sent.members };
  }
  const [name, version] = sent.system?.split(' ') ?? [];
  const system = name === undefined ? [] : [{ type: 'operating-system', 'bom-ref': 'system', name, version }];
  const metadata = { tools: [{ name: tool, version: '1.0.0' }] };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata,
    components: [...system, ...components],
    ...sent.members,
  };
}
