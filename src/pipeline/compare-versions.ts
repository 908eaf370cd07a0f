/** The comparison of two versions of a service, read in one transaction, and why each finding came or went. */
import { diffVersions, type FindingChange, type VersionDiff } from '../core/history/diff-versions.ts';
import { explainChange, type ExplainedChange, type RecordChange } from '../core/history/explain-change.ts';
import { listUnseen, type SlotDocument } from '../core/history/unseen-documents.ts';
import { LIMITS } from '../core/limits.ts';
import { listRecordChanges } from '../store/advisories/record-changes.ts';
import type { OrgTx } from '../store/database.ts';
import { readHidingWords } from '../store/findings/deciding-words.ts';
import { listFindingsById, type KnownFinding } from '../store/findings/findings-by-id.ts';
import { findPreviousVersion } from '../store/findings/previous-version.ts';
import {
  findPublishedResult,
  listDocuments,
  listHeldComponents,
  listHeldFindings,
  type HeldComponent,
  type HeldFinding,
  type PublishedResult,
} from '../store/findings/version-side.ts';
import type { ServiceVersion } from '../store/portfolio/versions.ts';
import { getService } from './change-service.ts';
import { getVersion } from './change-version.ts';
import type { Caller, PipelineDeps } from './deps.ts';
import { CONTENT_REMOVED, VERSION_UNKNOWN } from './errors.ts';

export interface ComparedVersion {
  readonly version: ServiceVersion;
  /** Undefined: it was not analyzed yet, so that nothing is known of it. */
  readonly result: PublishedResult | undefined;
}

export interface ComparedFinding {
  readonly known: KnownFinding;
  readonly explained: ExplainedChange;
}

export interface Comparison {
  /** Its name. */
  readonly service: string;
  readonly base: ComparedVersion;
  readonly head: ComparedVersion;
  readonly components: VersionDiff<HeldFinding>['components'];
  /** The first of each list; `counts` are those of all. */
  readonly findings: Readonly<Record<ChangeKind, readonly ComparedFinding[]>>;
  readonly counts: Readonly<Record<ChangeKind | 'notSeen' | 'unchanged', number>>;
  /** What of the base nobody sent for the head, and findings that were in nothing else. */
  readonly notSeen: { readonly documents: readonly SlotDocument[]; readonly findings: readonly KnownFinding[] };
}

export type ChangeKind = 'introduced' | 'resolved' | 'changed';

export const PREVIOUS = 'previous';

export async function compareVersions(
  deps: PipelineDeps,
  caller: Caller,
  request: { readonly service: string; readonly base: string; readonly head: string },
): Promise<Comparison> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const service = await getService(tx, caller, request.service);
    const head = await readSide(tx, await getVersion(tx, caller, { service: service.id, version: request.head }));
    const base = await readSide(tx, await getBase(tx, caller, { ...request, headId: head.version.id }));
    const unseen = listUnseen(base.documents, head.documents);
    const diff = diffVersions(base, head, new Set(unseen.map(({ id }) => id)));
    const notSeen = diff.findings.notSeen.slice(0, LIMITS.changesShownMax).map(({ finding }) => finding.id);
    const rows = await listFindingsById(tx, notSeen);
    const explained = await explain(tx, diff.findings, base, head);
    return {
      service: service.name,
      base: { version: base.version, result: base.result },
      head: { version: head.version, result: head.result },
      components: diff.components,
      findings: explained.findings,
      counts: { ...explained.counts, notSeen: diff.findings.notSeen.length },
      notSeen: {
        // One that was replaced in the base is the same thing as the one that replaced it.
        documents: unseen.filter(({ isRead }) => isRead),
        findings: notSeen.flatMap((id) => rows.get(id) ?? []),
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
  readonly components: readonly HeldComponent[];
  readonly findings: readonly HeldFinding[];
  readonly documents: readonly SlotDocument[];
}

async function readSide(tx: OrgTx, version: ServiceVersion): Promise<Side> {
  // Without its components everything would look added or removed, and every cause would be the code.
  if (version.frozenAt !== null) throw CONTENT_REMOVED();
  const result = await findPublishedResult(tx, version.id);
  return {
    version,
    result,
    components: await listHeldComponents(tx, version.id),
    findings: await listHeldFindings(tx, version.id),
    documents: (await listDocuments(tx, [version.id])).get(version.id) ?? [],
  };
}

const UNKNOWN_ORIGIN = { snapshot: null, engineVersion: null } as const;

async function explain(
  tx: OrgTx,
  changes: VersionDiff<HeldFinding>['findings'],
  baseSide: Side,
  headSide: Side,
): Promise<{
  readonly findings: Comparison['findings'];
  readonly counts: Omit<Comparison['counts'], 'notSeen'>;
}> {
  const { result: base } = baseSide;
  const { result: head } = headSide;
  const shown = {
    introduced: changes.introduced.slice(0, LIMITS.changesShownMax),
    resolved: changes.resolved.slice(0, LIMITS.changesShownMax),
    changed: changes.changed.slice(0, LIMITS.changesShownMax),
  };
  const all = [...shown.introduced, ...shown.resolved, ...shown.changed];
  const rows = await listFindingsById(
    tx,
    all.map(({ finding }) => finding.id),
  );
  const hidden = new Map([
    ...(await readHidingWords(tx, baseSide.version.id, fingerprintsOf(shown.introduced))),
    ...(await readHidingWords(tx, headSide.version.id, fingerprintsOf(shown.resolved))),
  ]);
  const records = await listRecords(tx, all, rows, [base?.snapshot ?? null, head?.snapshot ?? null]);
  const toCompared = (change: FindingChange<HeldFinding>): ComparedFinding[] => {
    const known = rows.get(change.finding.id);
    if (known === undefined) return [];
    const asked = {
      groupId: change.finding.groupId,
      recordIds: known.recordIds,
      from: change.from,
      to: change.to,
      hiddenBy: hidden.get(change.finding.fingerprint),
    };
    return [{ known, explained: explainChange(asked, base ?? UNKNOWN_ORIGIN, head ?? UNKNOWN_ORIGIN, records) }];
  };
  return {
    findings: {
      introduced: shown.introduced.flatMap(toCompared),
      resolved: shown.resolved.flatMap(toCompared),
      changed: shown.changed.flatMap(toCompared),
    },
    counts: {
      introduced: changes.introduced.length,
      resolved: changes.resolved.length,
      changed: changes.changed.length,
      unchanged: changes.unchanged,
    },
  };
}

function fingerprintsOf(changes: readonly FindingChange<HeldFinding>[]): string[] {
  return changes.map(({ finding }) => finding.fingerprint);
}

async function listRecords(
  tx: OrgTx,
  changes: readonly FindingChange<HeldFinding>[],
  rows: ReadonlyMap<string, KnownFinding>,
  snapshots: readonly (number | null)[],
): Promise<readonly RecordChange[]> {
  const known = snapshots.filter((snapshot) => snapshot !== null);
  if (known.length < snapshots.length) return [];
  const about = {
    groupIds: changes.map(({ finding }) => finding.groupId),
    recordIds: changes.flatMap(({ finding }) => rows.get(finding.id)?.recordIds ?? []),
  };
  return await listRecordChanges(tx, about, { after: Math.min(...known), upTo: Math.max(...known) });
}
