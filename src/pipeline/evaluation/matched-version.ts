/** Loads the matches in the documents of a version, before they are evaluated. */
import type {
  ComponentInVersion,
  FoundVulnerability,
  Occurrence,
} from '../../core/history/findings/version-findings.ts';
import type { OrgTx, ReferenceTx } from '../../store/database.ts';
import {
  listAffectedComponents,
  toSets,
  type AffectedComponent,
  type VersionSbom,
  findPackedDocument,
} from '../../store/findings/publication/published-inputs.ts';
import { VERSION_FINDINGS_LIMIT } from '../errors.ts';
import { resolveOwners } from './resolve-owners.ts';
import { remarksOf } from '../../core/advisory/vulnerability/remarks.ts';
import { describeVulnerability, type Vulnerability } from '../../core/advisory/vulnerability/vulnerability.ts';
import { mergeExploitFacts, type ExploitFacts } from '../../core/advisory/enrichment/enrichment.ts';
import { isCveId } from '../../core/identity/vulnerability-id.ts';
import type { PackageMatch } from '../../core/match/match.ts';
import { listEnrichment, type EnrichmentFacts } from '../../store/advisories/merge/enrichment.ts';
import {
  listUnbundledRecords,
  type VulnerabilityRecord,
} from '../../store/advisories/vulnerabilities/vulnerability-records.ts';
import { PackedDocument } from '../../threads/inventory/packed-document.ts';
import { pipelined } from '../../store/pipelined.ts';
import { createYielder } from '../../store/yielding.ts';

export interface MatchedVersion {
  readonly components: readonly (ComponentInVersion & Pick<AffectedComponent, 'places'>)[];
  /** By the id of the alias group. */
  readonly vulnerabilities: ReadonlyMap<string, FoundVulnerability>;
}

export async function loadMatchedVersion(
  tx: OrgTx,
  sboms: readonly VersionSbom[],
  { at, findingsMax }: { readonly at: string; readonly findingsMax: number },
): Promise<MatchedVersion> {
  const matched = await listAffectedComponents(tx, toSets(sboms), findingsMax);
  if (matched === undefined) throw VERSION_FINDINGS_LIMIT({ findingsMax });
  const affected = await resolveOwners(tx, matched, at);
  const matches = affected.flatMap((component) => component.matches);
  const [occurrences, vulnerabilities] = await pipelined([
    listOccurrences(tx, sboms, affected),
    describeFoundVulnerabilities(tx, matches, at),
  ]);
  const components = affected.map((component) => ({
    ...component,
    occurrences: occurrences.get(component.id) ?? [],
  }));
  return { components, vulnerabilities };
}

// Describes the vulnerabilities that were found, each once, merged from all its records and the enrichment of its CVE ids.

/** By alias group id, as of a given time: a withdrawal may be announced for later. */
export async function describeFoundVulnerabilities(
  tx: ReferenceTx,
  matches: Iterable<Pick<PackageMatch, 'groupId' | 'canonicalId'>>,
  at: string,
): Promise<ReadonlyMap<string, FoundVulnerability>> {
  const canonicalOf = new Map<string, string>();
  for (const { groupId, canonicalId } of matches) canonicalOf.set(groupId, canonicalId);
  const groups = [...canonicalOf];
  // Sent together: the database reads the next batch while one is described.
  const batches: Promise<[string, FoundVulnerability][]>[] = [];
  for (let start = 0; start < groups.length; start += DESCRIBED_TOGETHER)
    batches.push(describeBatch(tx, groups.slice(start, start + DESCRIBED_TOGETHER), at));
  return new Map((await pipelined(batches)).flat());
}

const DESCRIBED_TOGETHER = 300;

async function describeBatch(
  tx: ReferenceTx,
  groups: readonly (readonly [groupId: string, canonicalId: string])[],
  at: string,
): Promise<[string, FoundVulnerability][]> {
  // A notice of a distribution can bundle several vulnerabilities; its own title and ids belong to none of them.
  const found = await listUnbundledRecords(
    tx,
    groups.map(([groupId]) => groupId),
  );
  const ownRecords = Map.groupBy(found, ofGroup);
  const described = groups.map(([groupId, canonicalId]): [string, Vulnerability] => [
    groupId,
    describeVulnerability(canonicalId, ownRecords.get(groupId) ?? []),
  ]);
  const known = await listEnrichment(tx, [...new Set(described.flatMap(([, each]) => cvesOf(each)))]);
  return described.map(([groupId, each]) => {
    const records = ownRecords.get(groupId) ?? [];
    return [groupId, { ...each, ...factsOf(each, known), ...remarksOf(cvesOf(each), records, at), records }];
  });
}

function cvesOf({ id, aliases }: Vulnerability): string[] {
  return [id, ...aliases].filter(isCveId);
}

/** Leaves out the date of a score: it belongs to the data, and would change every finding each day. */
function factsOf(vulnerability: Vulnerability, known: ReadonlyMap<string, EnrichmentFacts>): ExploitFacts {
  const { kev, epss, ssvc } = mergeExploitFacts(cvesOf(vulnerability).flatMap((cve) => known.get(cve) ?? []));
  return { kev, epss: epss && { score: epss.score, percentile: epss.percentile }, ssvc };
}

function ofGroup({ groupIds }: VulnerabilityRecord): string {
  return groupIds[0] ?? '';
}

const OCCURRENCES_PER_COMPONENT_MAX = 50;

/** From the packed form of each document. By component id; documents in the given order, places in the order of the document. */
export async function listOccurrences(
  tx: OrgTx,
  sboms: readonly VersionSbom[],
  components: readonly AffectedComponent[],
): Promise<ReadonlyMap<string, readonly Occurrence[]>> {
  const occurrences = new Map<string, Occurrence[]>(components.map(({ id }) => [id, []]));
  for (const sbom of sboms) {
    const set = sbom.setSha256?.toString('hex') ?? '';
    const held = components.flatMap(({ id, positions }) => {
      const position = positions.get(set);
      return position === undefined ? [] : [{ id, position }];
    });
    const packed = held.length === 0 ? undefined : await findPackedDocument(tx, sbom.id);
    if (packed === undefined) continue;
    const references = await listReferences(new PackedDocument(packed), new Set(held.map(({ position }) => position)));
    for (const { id, position } of held) {
      const list = occurrences.get(id) ?? [];
      const room = OCCURRENCES_PER_COMPONENT_MAX - list.length;
      const found = references.get(position)?.slice(0, room) ?? [];
      list.push(...found.map((bomRef) => ({ sbomId: sbom.id, image: sbom.image, bomRef })));
    }
  }
  return occurrences;
}

/** Returns the document's own references to the components at these positions of its set, up to the number that is shown. */
export async function listReferences(
  document: PackedDocument,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const references = new Map<number, string[]>();
  const turn = createYielder();
  for (const [node, position] of document.positions().entries()) {
    if (!wanted.has(position)) continue;
    const list = references.get(position) ?? [];
    references.set(position, list);
    if (list.length === OCCURRENCES_PER_COMPONENT_MAX) continue;
    const component = document.component(node);
    if (component !== undefined) list.push(component.ref);
    await turn();
  }
  return references;
}
