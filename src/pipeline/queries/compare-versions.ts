/** Compares two versions of a service in one transaction, and explains why each finding was introduced or resolved. */
import { diffComponents, versionsByPackage, type ComponentDiff } from '../../core/history/changes/diff-components.ts';
import { explainChange, type ExplainedChange, type RecordChange } from '../../core/history/changes/explain-change.ts';
import { listMissingDocuments, type SlotDocument } from '../../core/history/missing-documents.ts';
import { LIMITS } from '../../core/limits.ts';
import { listRecordChanges } from '../../store/advisories/vulnerabilities/record-changes.ts';
import type { OrgTx } from '../../store/database.ts';
import { compareFindings, type ComparedRow } from '../../store/findings/history/compare-findings.ts';
import { listHidingReasons } from '../../store/findings/publication/published-base.ts';
import { listFindingsById, type KnownFinding } from '../../store/findings/lists/listed-finding.ts';
import {
  findPreviousVersion,
  findPublishedResult,
  listDocuments,
  listVersionComponents,
  type VersionComponent,
  type PublishedResult,
} from '../../store/findings/history/version-side.ts';
import type { ServiceVersion } from '../../store/portfolio/versions/versions.ts';
import { getService } from '../portfolio/change-service.ts';
import { getVersion } from '../portfolio/change-version.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { CONTENT_REMOVED, VERSION_UNKNOWN } from '../errors.ts';

export interface ComparedVersion {
  readonly version: ServiceVersion;
  /** Undefined if the version was not analyzed yet. */
  readonly result: PublishedResult | undefined;
}

export interface ComparedFinding {
  readonly known: KnownFinding;
  readonly explained: ExplainedChange;
}

export interface Comparison {
  /** Name of the service. */
  readonly service: string;
  readonly base: ComparedVersion;
  readonly head: ComparedVersion;
  readonly components: ComponentDiff;
  /** The first findings of each list; `counts` covers all. */
  readonly findings: Readonly<Record<ChangeKind, readonly ComparedFinding[]>>;
  readonly counts: Readonly<Record<ChangeKind | 'notUploaded' | 'unchanged', number>>;
  /** Documents of the base that were not uploaded for the head, and findings that were only in them. */
  readonly notUploaded: { readonly documents: readonly SlotDocument[]; readonly findings: readonly KnownFinding[] };
}

export type ChangeKind = 'introduced' | 'resolved' | 'changed';

export const PREVIOUS = 'previous';

export async function compareVersions(
  deps: PipelineDeps,
  caller: Caller,
  request: { readonly service: string; readonly base: string; readonly head: string },
): Promise<Comparison> {
  return await deps.database.readInOrg(caller.orgId, async (tx) => {
    const service = await getService(tx, caller, request.service);
    const head = await loadSide(tx, await getVersion(tx, caller, { service: service.id, version: request.head }));
    const base = await loadSide(tx, await getBase(tx, caller, { ...request, headId: head.version.id }));
    const unseen = listMissingDocuments(base.documents, head.documents);
    const compared = await compareFindings(
      tx,
      { baseId: base.version.id, headId: head.version.id },
      { unseen: unseen.map(({ id }) => id), limit: LIMITS.changesShownMax },
    );
    const notUploaded = compared.rows.notUploaded.map(({ id }) => id);
    const rows = await listFindingsById(tx, notUploaded);
    return {
      service: service.name,
      base: { version: base.version, result: base.result },
      head: { version: head.version, result: head.result },
      components: diffComponents(base.components, head.components),
      findings: await explain(tx, compared.rows, base, head),
      counts: compared.counts,
      notUploaded: {
        // Leaves out documents of the base that were superseded; the newer one stands for both.
        documents: unseen.filter(({ isRead }) => isRead),
        findings: notUploaded.flatMap((id) => rows.get(id) ?? []),
      },
    };
  });
}

/** `previous` is the version before the head. */
export async function getBase(
  tx: OrgTx,
  caller: Caller,
  { service, base, headId }: { readonly service: string; readonly base: string; readonly headId: string },
): Promise<ServiceVersion> {
  const reference = base === PREVIOUS ? await findPreviousVersion(tx, headId) : base;
  if (reference === undefined) throw VERSION_UNKNOWN({ version: PREVIOUS });
  return await getVersion(tx, caller, { service, version: reference });
}

interface Side extends ComparedVersion {
  readonly components: readonly VersionComponent[];
  readonly documents: readonly SlotDocument[];
}

async function loadSide(tx: OrgTx, version: ServiceVersion): Promise<Side> {
  // Without its components, everything would look added or removed, and every change would seem to come from the code.
  if (version.frozenAt !== null) throw CONTENT_REMOVED();
  const result = await findPublishedResult(tx, version.id);
  return {
    version,
    result,
    components: await listVersionComponents(tx, version.id),
    documents: (await listDocuments(tx, [version.id])).get(version.id) ?? [],
  };
}

const UNKNOWN_ORIGIN = { snapshot: null, engineVersion: null } as const;

async function explain(
  tx: OrgTx,
  shown: Readonly<Record<ChangeKind, readonly ComparedRow[]>>,
  baseSide: Side,
  headSide: Side,
): Promise<Comparison['findings']> {
  const { result: base } = baseSide;
  const { result: head } = headSide;
  const all = [...shown.introduced, ...shown.resolved, ...shown.changed];
  const rows = await listFindingsById(
    tx,
    all.map(({ id }) => id),
  );
  const hidden = new Map([
    ...(await listHidingReasons(tx, baseSide.version.id, fingerprintsOf(shown.introduced))),
    ...(await listHidingReasons(tx, headSide.version.id, fingerprintsOf(shown.resolved))),
  ]);
  const records = await listRecords(tx, all, rows, [base?.snapshot ?? null, head?.snapshot ?? null]);
  const held = { base: versionsByPackage(baseSide.components), head: versionsByPackage(headSide.components) };
  const toCompared = (row: ComparedRow): ComparedFinding[] => {
    const known = rows.get(row.id);
    if (known === undefined) return [];
    const asked = {
      groupId: row.groupId,
      recordIds: known.recordIds,
      from: held.base.get(row.package) ?? [],
      to: held.head.get(row.package) ?? [],
      hiddenBy: hidden.get(row.fingerprint),
    };
    return [{ known, explained: explainChange(asked, base ?? UNKNOWN_ORIGIN, head ?? UNKNOWN_ORIGIN, records) }];
  };
  return {
    introduced: shown.introduced.flatMap(toCompared),
    resolved: shown.resolved.flatMap(toCompared),
    changed: shown.changed.flatMap(toCompared),
  };
}

function fingerprintsOf(changes: readonly ComparedRow[]): string[] {
  return changes.map(({ fingerprint }) => fingerprint);
}

async function listRecords(
  tx: OrgTx,
  changes: readonly ComparedRow[],
  rows: ReadonlyMap<string, KnownFinding>,
  snapshots: readonly (number | null)[],
): Promise<readonly RecordChange[]> {
  const known = snapshots.filter((snapshot) => snapshot !== null);
  if (known.length < snapshots.length) return [];
  const about = {
    groupIds: changes.map(({ groupId }) => groupId),
    recordIds: changes.flatMap(({ id }) => rows.get(id)?.recordIds ?? []),
  };
  return await listRecordChanges(tx, about, { after: Math.min(...known), upTo: Math.max(...known) });
}
