/**
 * Analyzes a document as after an upload, with the same parser, matcher and rules, without writing anything: returns what an
 * upload would find.
 */
import { toCoverage, type Coverage } from '../../core/history/coverage.ts';
import {
  toVersionFindings,
  type ComponentInVersion,
  type FoundVulnerability,
  type VersionFinding,
} from '../../core/history/findings/version-findings.ts';
import type { WithResolvedMatches } from '../../core/match/ownership/resolve-ownership.ts';
import type { InventoryWarning } from '../../core/sbom/inventory.ts';
import { compareText } from '../../core/text/compare-text.ts';
import { listLoadedReleases } from '../../store/advisories/releases.ts';
import { toContentId } from '../../store/new-id.ts';
import { fingerprintOf } from '../../store/findings/publication/finding-identities.ts';
import { toPositionKey } from '../../store/findings/publication/published-inputs.ts';
import { collectYielding } from '../../store/yielding.ts';
import { PackedDocument } from '../../threads/inventory/packed-document.ts';
import type { ReceivePart } from '../../threads/inventory/parse-inventory.ts';
import { getDataState, type DataState } from '../advisories/data-state.ts';
import { nowOf } from '../deps.ts';
import { matchDocument, type AffectedMember, type MatchedDocument, type MatchingDeps } from './match-document.ts';
import { listReferences, describeFoundVulnerabilities } from '../evaluation/matched-version.ts';
import { toPlaces } from '../evaluation/component-places.ts';
import { resolveOwnersAtPlaces, toOwners } from '../evaluation/resolve-owners.ts';

export type ScanDeps = MatchingDeps;

export interface ScanInput {
  /** Parses the document in a thread. */
  readonly parse: (receive: ReceivePart) => Promise<void>;
  readonly image: string | null;
  /** If the caller has read it already. */
  readonly data?: ScanResult['data'];
}

export interface ScanResult {
  /** Worst first. */
  readonly findings: readonly ScannedFinding[];
  readonly coverage: Coverage;
  readonly warnings: readonly InventoryWarning[];
  /** Read before matching: data imported meanwhile may or may not have been used. */
  readonly data: Pick<DataState, 'snapshot' | 'state' | 'newestRecordAt'>;
}

export interface ScannedFinding extends VersionFinding {
  /** Derived from the content like the fingerprint: equal in every scan. */
  readonly id: string;
  readonly fingerprint: string;
}

export interface ScanProgress {
  readonly stage: 'reading' | 'matching' | 'describing';
  /** Number of components; both are zero until the document is parsed. */
  readonly done: number;
  readonly total: number;
}

export async function scanOnce(deps: ScanDeps, input: ScanInput): Promise<ScanResult> {
  return await toScanResult(await readScan(deps, input));
}

/** What a scan has read. The result needs no database, which `assay scan` stops meanwhile. */
export interface ReadScan extends Pick<ScanResult, 'coverage' | 'warnings' | 'data'> {
  readonly at: string;
  readonly components: readonly ComponentInVersion[];
  readonly places: ReturnType<typeof toPlaces>;
  readonly vulnerabilities: ReadonlyMap<string, FoundVulnerability>;
}

export async function readScan(
  deps: ScanDeps,
  { parse, image, data }: ScanInput,
  onProgress: (progress: ScanProgress) => void = () => {},
): Promise<ReadScan> {
  const { snapshot, state, newestRecordAt } = data ?? (await getDataState(deps.database, deps.now()));
  onProgress({ stage: 'reading', done: 0, total: 0 });
  const matched = await matchDocument(deps, parse, (done, total) => onProgress({ stage: 'matching', done, total }));
  const total = matched.summary.memberCount;
  onProgress({ stage: 'describing', done: total, total });
  const at = nowOf(deps);
  const settled = await applyOwners(deps, matched, at);
  const components = await addOccurrences(matched, settled, image);
  const places = toPlaces([{ id: null, image, set: '', traits: matched.summary.traits }], settled);
  const matches = components.flatMap((component) => component.matches);
  const releases = matched.groups.flatMap(({ release }) => release ?? []);
  const { vulnerabilities, loaded } = await deps.database.reference(async (tx) => ({
    vulnerabilities: await describeFoundVulnerabilities(tx, matches, at),
    loaded: await listLoadedReleases(tx, releases),
  }));
  return {
    at,
    components,
    places,
    vulnerabilities,
    coverage: toCoverage(matched.groups, loaded, at),
    warnings: matched.summary.warnings,
    data: { snapshot, state, newestRecordAt },
  };
}

export async function toScanResult({
  at,
  components,
  places,
  vulnerabilities,
  coverage,
  warnings,
  data,
}: ReadScan): Promise<ScanResult> {
  const findings = await collectYielding(
    toVersionFindings(components, vulnerabilities, { at, placesOf: (id) => places.get(id) }),
  );
  return { findings: findings.toSorted(byUrgency).map(toScanned), coverage, warnings, data };
}

async function applyOwners(
  deps: ScanDeps,
  { affected, owners }: MatchedDocument,
  at: string,
): Promise<readonly WithResolvedMatches<AffectedMember>[]> {
  const idAt = new Map(owners.map((owner) => [toPositionKey({ set: '', position: owner.position }), owner.id]));
  const asked = await deps.database.reference(async (tx) => await toOwners(tx, owners, at));
  return resolveOwnersAtPlaces(affected, idAt, asked);
}

async function addOccurrences(
  { summary }: MatchedDocument,
  affected: readonly WithResolvedMatches<AffectedMember>[],
  image: string | null,
): Promise<ComponentInVersion[]> {
  const positions = new Set(affected.map(({ position }) => position));
  const references = await listReferences(new PackedDocument(Buffer.from(summary.packed.buffer)), positions);
  return affected.map(({ position, ...component }) => ({
    ...component,
    occurrences: (references.get(position) ?? []).map((bomRef) => ({ sbomId: null, image, bomRef })),
  }));
}

/** Ties keep the order of the set, so the result does not depend on the order of the document. */
function byUrgency(a: VersionFinding, b: VersionFinding): number {
  return b.severityRank - a.severityRank || compareText(a.packageName, b.packageName);
}

function toScanned(finding: VersionFinding): ScannedFinding {
  const { componentId, package: unversioned, groupId } = finding;
  return {
    ...finding,
    id: toContentId([componentId, groupId]),
    fingerprint: fingerprintOf(NO_SERVICE, unversioned, groupId).toString('hex'),
  };
}

const NO_SERVICE = '';
