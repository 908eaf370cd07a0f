/**
 * Matches the components of a document that is only scanned, as the parser thread delivers them. Unaffected components are
 * counted and dropped batch by batch, so that half a million components need little more memory than their findings.
 */
import type { ComponentInVersion } from '../../core/history/findings/version-findings.ts';
import type { MatchedComponent } from '../../core/history/coverage.ts';
import { LIMITS } from '../../core/limits.ts';
import type { PackageMatch, PackageVersion } from '../../core/match/match.ts';
import type { ComponentScope } from '../../core/vocabulary/sbom.ts';
import { toContentId } from '../../store/new-id.ts';
import type { StoredOwner, SetMembership } from '../../store/findings/publication/published-inputs.ts';
import type { ComponentBatch, InventorySummary } from '../../threads/inventory/inventory-parts.ts';
import type { ReceivePart } from '../../threads/inventory/parse-inventory.ts';
import type { PipelineDeps } from '../deps.ts';
import { SCAN_FINDINGS_LIMIT } from '../errors.ts';
import { evaluateComponents } from './match-components.ts';

export type MatchingDeps = Pick<PipelineDeps, 'database' | 'now'> & {
  /** Organization whose documents provide source packages that this one leaves out; null to use none. */
  readonly orgId: string | null;
};

export interface MatchedDocument {
  readonly summary: InventorySummary;
  readonly affected: readonly AffectedMember[];
  readonly owners: readonly MatchedOwner[];
  /** All components, grouped by the properties that coverage depends on. */
  readonly groups: readonly ComponentGroup[];
}

/** In the order of the set. */
export interface AffectedMember extends Omit<ComponentInVersion, 'occurrences'> {
  readonly position: number;
  readonly ecosystem: string | null;
  /** Its place in this set. */
  readonly places: readonly SetMembership[];
}

/** A system package that owns other components, with its matches in every state. */
export type MatchedOwner = StoredOwner & { readonly position: number };

type ComponentGroup = MatchedComponent & { readonly count: number };

/** The thread waits while a batch is matched, so that at most two batches are in memory. */
export async function matchDocument(
  deps: MatchingDeps,
  parse: (receive: ReceivePart) => Promise<void>,
  onBatch: (done: number, total: number) => void,
): Promise<MatchedDocument> {
  let summary: InventorySummary | undefined;
  let done = 0;
  let findings = 0;
  const affected: AffectedMember[] = [];
  const owners: MatchedOwner[] = [];
  let ownerPositions: ReadonlySet<number> = new Set();
  const groups = new Map<string, ComponentGroup>();
  await parse(async (part) => {
    if (part.kind === 'summary') {
      summary = part;
      ownerPositions = new Set(part.ownerPositions);
      return 'go-on';
    }
    for await (const { facts, member, owner } of matchBatch(deps, part, ownerPositions)) {
      const key = JSON.stringify(facts);
      groups.set(key, { ...facts, count: (groups.get(key)?.count ?? 0) + 1 });
      if (owner !== undefined) {
        owners.push(owner);
        findings += owner.matches.length;
      }
      if (member !== undefined) {
        affected.push(member);
        findings += member.matches.length;
      }
      // Checked before the rest of the batch: a package with thousands of vulnerabilities may occur in thousands of versions.
      if (findings > LIMITS.scanFindingsMax) return 'stop';
    }
    done += part.count;
    onBatch(done, summary?.memberCount ?? done);
    return 'go-on';
  });
  if (findings > LIMITS.scanFindingsMax) throw SCAN_FINDINGS_LIMIT();
  if (summary === undefined) throw new Error('The worker thread sent no summary.');
  return { summary, affected, owners, groups: [...groups.values()] };
}

/** The part of a component's JSON that is needed here. */
interface ListedComponent {
  readonly sha256: string;
  readonly name: string;
  readonly version: string | null;
  readonly unversioned: string;
  readonly ecosystem: string | null;
  readonly package: PackageVersion | null;
  readonly not_checked: string | null;
  readonly keys: readonly string[];
}

interface ListedMember {
  readonly position: number;
  readonly scope: ComponentScope;
  readonly type: string;
  readonly direct: boolean | null;
  readonly purl: string | null;
  readonly platform?: SetMembership['platform'];
  readonly in_graph?: SetMembership['inGraph'];
  readonly ownership?: SetMembership['ownership'];
  readonly owners?: SetMembership['owners'];
}

interface MatchedMember {
  readonly facts: MatchedComponent;
  /** Undefined if no advisory covers it. */
  readonly member: AffectedMember | undefined;
  /** Undefined if it owns no other component. */
  readonly owner: MatchedOwner | undefined;
}

async function* matchBatch(
  deps: MatchingDeps,
  batch: ComponentBatch,
  ownerPositions: ReadonlySet<number>,
): AsyncGenerator<MatchedMember> {
  const listed = parseBatch(batch);
  const toMember = (component: HeldComponent, matches: readonly PackageMatch[], why: string | null): MatchedMember => {
    const { held } = component;
    const found = matches.filter(({ state }) => state === 'affected');
    const isOwner = ownerPositions.has(held.position);
    return {
      facts: { reason: why, release: toCheckedRelease(component), isAffected: found.length > 0 },
      member: found.length > 0 ? toAffected(component, held, found) : undefined,
      owner: isOwner ? { ...toOwner(component, matches, why), position: held.position } : undefined,
    };
  };
  for (const component of listed) if (!isCheckable(component)) yield toMember(component, [], component.not_checked);
  const { answers } = await evaluateComponents(deps, deps.orgId, listed.filter(isCheckable));
  for await (const { component, matches, unassessed } of answers) yield toMember(component, matches, unassessed);
}

interface HeldComponent extends ListedComponent {
  readonly held: ListedMember;
}

/** The texts were written by our own thread, in the same order. */
function parseBatch({ chunks }: ComponentBatch): HeldComponent[] {
  return chunks.flatMap(({ components, members }) => {
    const held = JSON.parse(members) as readonly ListedMember[];
    return components.flatMap((text, index) => {
      const member = held[index];
      return member === undefined ? [] : [{ ...(JSON.parse(text) as ListedComponent), held: member }];
    });
  });
}

function isCheckable(component: HeldComponent): component is HeldComponent & { readonly package: PackageVersion } {
  return component.not_checked === null && component.package !== null;
}

function toRelease({ package: identified }: ListedComponent): MatchedComponent['release'] {
  if (identified === null) return null;
  const { family, release, channel } = identified.identity;
  return { family, release, channel };
}

/** The release whose advisories must be loaded, which is not always that of the package. */
function toCheckedRelease(component: ListedComponent): MatchedComponent['release'] {
  const release = toRelease(component);
  return release === null ? null : { ...release, family: component.package?.identity.coveredBy ?? release.family };
}

function toAffected(
  component: ListedComponent,
  {
    position,
    scope,
    direct,
    purl,
    type,
    platform = null,
    in_graph: inGraph = null,
    ownership = null,
    owners = [],
  }: ListedMember,
  matches: readonly PackageMatch[],
): AffectedMember {
  const places = [{ set: '', position, ownership, owners, scope, type, purl, platform, inGraph }];
  const { sha256, name, version, unversioned, ecosystem } = component;
  const release = toRelease(component);
  const about = { purl, name, version, unversioned, ecosystem, release, type, scope, direct };
  return { id: toContentId([sha256]), ...about, matches, position, places };
}

function toOwner(
  { sha256, name, version, package: identified }: ListedComponent,
  matches: readonly PackageMatch[],
  reason: string | null,
): StoredOwner {
  return { id: toContentId([sha256]), name, version, package: identified, reason, matches };
}
