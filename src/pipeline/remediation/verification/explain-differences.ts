/**
 * Explains why the actual result differs from the prediction. The tables are only queried for differences. Causes are other
 * components, decisions, changed advisories or a changed matching engine; a difference without a cause is a misprediction.
 */
import type { PredictionDifference, PredictedFindings } from '../../../core/remediation/outcome.ts';
import { rulesOf } from '../../../core/identity/ecosystems/ecosystem.ts';
import type { DifferenceCause } from '../../../core/vocabulary/change.ts';
import type { Family } from '../../../core/vocabulary/package.ts';
import { listRecordChanges } from '../../../store/advisories/vulnerabilities/record-changes.ts';
import { getSnapshot } from '../../../store/advisories/snapshots.ts';
import type { OrgTx } from '../../../store/database.ts';
import {
  listHidingReasons,
  findPublishedBase,
  listVersionsInSets,
  listRecordIds,
} from '../../../store/findings/publication/published-base.ts';
import { listSlotFindings, type SlotFinding } from '../../../store/remediation/slot-findings.ts';
import { ENGINE_VERSION } from '../../deps.ts';
import { type EvaluatedRecommendation, toSlotDocument, type CurrentVersion } from './evaluate-recommendations.ts';
import type { PlanBase, ActualAgainstPredicted } from '../plan/version-plan.ts';
import { listMissingDocuments } from '../../../core/history/missing-documents.ts';

type KnownCause = Exclude<DifferenceCause, 'mispredicted'>;

export interface Compared {
  readonly versionId: string;
  readonly previousId: string;
  readonly base: PlanBase;
  readonly judged: readonly EvaluatedRecommendation[];
  readonly named: ReadonlyMap<string, NamedFinding>;
  /** Rows of the version, including filtered ones. */
  readonly rows: readonly SlotFinding[];
}

/** Returns causes by finding id; findings without a cause are missing. */
export async function explainDifferences(
  tx: OrgTx,
  differences: readonly PredictionDifference[],
  compared: Compared,
): Promise<ReadonlyMap<string, KnownCause>> {
  if (differences.length === 0) return new Map();
  const before = await listSlotFindings(tx, compared.previousId);
  const ids = new Set(differences.map(({ finding }) => finding));
  const isAsked = ({ findingId }: SlotFinding): boolean => ids.has(findingId);
  const rows = { before: before.filter(isAsked), now: compared.rows.filter(isAsked) };
  const isMoved = await findMoved(tx, differences, compared);
  const hidden = await findHidden(tx, compared, rows);
  const revised = await findRevised(tx, differences, compared, [...rows.before, ...rows.now]);
  const known = new Set(compared.base.findings.map(({ id }) => id));
  const isThere = {
    gone: new Set(rows.now.map(({ findingId }) => findingId)),
    open: new Set(rows.before.flatMap(({ findingId }) => (known.has(findingId) ? [] : [findingId]))),
  };
  const { engineVersion } = compared.base;
  const isOtherEngine = engineVersion !== null && engineVersion !== ENGINE_VERSION;
  return new Map(
    differences.flatMap(({ finding, actual }): [string, KnownCause][] => {
      if (isMoved(finding)) return [[finding, 'code']];
      const cause = hidden.get(finding) ?? (revised.has(finding) ? 'advisory' : undefined);
      if (cause !== undefined) return [[finding, cause]];
      if (isOtherEngine) return [[finding, 'engine']];
      // A rule filters it on one side, based on other data of the document.
      return isThere[actual].has(finding) ? [[finding, 'code']] : [];
    }),
  );
}

/** Whether a package has other versions than expected from the recommendations that were followed. */
async function findMoved(
  tx: OrgTx,
  differences: readonly PredictionDifference[],
  { versionId, previousId, judged, named }: Compared,
): Promise<(finding: string) => boolean> {
  const packages = differences.flatMap(({ finding }) => named.get(finding)?.package ?? []);
  const [base, head] = [await findPublishedBase(tx, previousId), await findPublishedBase(tx, versionId)];
  const held = await listVersionsInSets(tx, packages, { before: base?.sets ?? [], now: head?.sets ?? [] });
  const exact = Map.groupBy(
    judged
      .filter(({ isExact }) => isExact)
      .flatMap(({ recommendation: each }) => each.packages.map((key) => ({ key, each }))),
    ({ key }) => key,
  );
  const byPackage = Map.groupBy(held, (each) => each.package);
  const versionsOf = (key: string, side: 'before' | 'now'): Set<string> =>
    new Set((byPackage.get(key) ?? []).filter((each) => each[side]).flatMap(({ version }) => version ?? []));
  const isMoved = (key: string): boolean => {
    const done = (exact.get(key) ?? []).map(({ each }) => each);
    // Versions of source packages differ from those of their binary packages, so only exact compliance is known.
    if (done.some(({ family }) => rulesOf(family as Family)?.distribution !== undefined)) return false;
    const expected = versionsOf(key, 'before');
    for (const { from, to } of done) {
      for (const version of from) expected.delete(version);
      if (to !== null) expected.add(to);
    }
    const now = versionsOf(key, 'now');
    return expected.size !== now.size || [...expected].some((version) => !now.has(version));
  };
  const moved = new Set([...new Set(packages)].filter(isMoved));
  return (finding) => moved.has(named.get(finding)?.package ?? '');
}

/** Findings that one side has but does not count. */
async function findHidden(
  tx: OrgTx,
  { versionId, previousId }: Compared,
  rows: { readonly before: readonly SlotFinding[]; readonly now: readonly SlotFinding[] },
): Promise<ReadonlyMap<string, KnownCause>> {
  const toFingerprints = (side: readonly SlotFinding[]): string[] => side.map(({ fingerprint }) => fingerprint);
  const words = new Map([
    ...(await listHidingReasons(tx, previousId, toFingerprints(rows.before))),
    ...(await listHidingReasons(tx, versionId, toFingerprints(rows.now))),
  ]);
  return new Map(
    [...rows.before, ...rows.now].flatMap(({ findingId, fingerprint }): [string, KnownCause][] => {
      const word = words.get(fingerprint);
      return word === undefined ? [] : [[findingId, word.cause]];
    }),
  );
}

/** Findings whose advisories have changed since the plan was made. */
async function findRevised(
  tx: OrgTx,
  differences: readonly PredictionDifference[],
  { base, named }: Compared,
  rows: readonly SlotFinding[],
): Promise<ReadonlySet<string>> {
  const recordIds = await listRecordIds(tx, rows);
  const groupOf = new Map(rows.map(({ findingId, groupId }) => [findingId, groupId]));
  const asked = differences.map(({ finding }) => ({
    finding,
    groupId: groupOf.get(finding) ?? named.get(finding)?.groupId,
    recordIds: recordIds.get(finding) ?? [],
  }));
  const changes = await listRecordChanges(
    tx,
    { groupIds: asked.flatMap(({ groupId }) => groupId ?? []), recordIds: asked.flatMap((each) => each.recordIds) },
    { after: base.snapshot, upTo: await getSnapshot(tx) },
  );
  const changed = new Set(changes.flatMap(({ id, groupIds }) => [id, ...groupIds]));
  return new Set(
    asked.flatMap((each) =>
      [each.groupId ?? '', ...each.recordIds].some((id) => changed.has(id)) ? [each.finding] : [],
    ),
  );
}

// Compares the prediction of a plan with the actual result. Only recommendations that were followed count as predicted;
// findings of the others are expected to remain. Findings in documents that were not uploaded are left out of both.
interface Expectation {
  /** By the id of the finding in the service. */
  readonly predicted: PredictedFindings;
  readonly actual: readonly string[];
  /** Names of these findings. */
  readonly named: ReadonlyMap<string, NamedFinding>;
  readonly counts: Pick<ActualAgainstPredicted, 'resolved' | 'remaining' | 'introduced'>;
}

interface NamedFinding {
  readonly vulnerability: string;
  /** Alias group, if known. */
  readonly groupId: string | undefined;
  /** Without version. */
  readonly package: string;
  readonly packageName: string;
}

export function toExpectation(
  base: PlanBase,
  judged: readonly EvaluatedRecommendation[],
  now: Pick<CurrentVersion, 'documents' | 'open'> & {
    /** All rows, including filtered ones. */
    readonly rows: readonly SlotFinding[];
  },
): Expectation {
  const isOpen = new Set(now.open.map(({ findingId }) => findingId));
  const unseen = new Set(
    listMissingDocuments(base.documents.map(toSlotDocument), now.documents.map(toSlotDocument)).map(({ slot }) => slot),
  );
  const before = base.findings.filter(({ id, slots }) => isOpen.has(id) || !slots.some((slot) => unseen.has(slot)));
  const enders = Map.groupBy(
    judged.flatMap((each) => each.recommendation.fixes.map((finding) => ({ finding, each }))),
    ({ finding }) => finding,
  );
  const isPredictedGone = ({ id, isCovered }: PlanBase['findings'][number]): boolean =>
    isCovered && (enders.get(id) ?? []).length > 0 && (enders.get(id) ?? []).every(({ each }) => each.isFollowed);
  const resolved = before.filter(isPredictedGone).map(({ id }) => id);
  const remaining = before.filter((each) => !isPredictedGone(each)).map(({ id }) => id);
  const known = new Set(base.findings.map(({ id }) => id));
  const brought = listIntroduced(judged, now.rows).filter(({ id }) => !known.has(id));
  const introduced = brought.filter(({ isFiltered }) => !isFiltered(isOpen)).map(({ id }) => id);
  const stayed = before.filter(({ id }) => isOpen.has(id)).length;
  return {
    predicted: { resolved, remaining, introduced },
    actual: [...isOpen],
    named: new Map([
      ...brought.map(({ id, named }): [string, NamedFinding] => [id, named]),
      ...base.findings.map(({ id, ...finding }): [string, NamedFinding] => [id, { ...finding, groupId: undefined }]),
      ...now.rows.map((row): [string, NamedFinding] => [row.findingId, { ...row, vulnerability: row.canonicalId }]),
    ]),
    counts: {
      resolved: { predicted: resolved.length, actual: before.length - stayed },
      remaining: { predicted: remaining.length, actual: stayed },
      introduced: { predicted: introduced.length, actual: [...isOpen].filter((id) => !known.has(id)).length },
    },
  };
}

interface IntroducedFinding {
  readonly id: string;
  readonly named: NamedFinding;
  /** Present but filtered, so it is not expected to be visible. */
  readonly isFiltered: (isOpen: ReadonlySet<string>) => boolean;
}

/** Findings of the target versions of recommendations that were followed exactly. */
function listIntroduced(
  judged: readonly EvaluatedRecommendation[],
  rows: readonly SlotFinding[],
): readonly IntroducedFinding[] {
  const rowOf = new Map(rows.map((row) => [`${row.package} ${row.groupId}`, row]));
  return judged.flatMap(({ recommendation: { introduces, packages, name }, isExact }): IntroducedFinding[] => {
    const [only] = packages;
    // With several packages, it is not recorded which one introduces the finding.
    if (!isExact || only === undefined || packages.length > 1) return [];
    return introduces.map((groupId) => {
      const row = rowOf.get(`${only} ${groupId}`);
      const named = { vulnerability: row?.canonicalId ?? groupId, groupId, package: only, packageName: name };
      const id = row?.findingId ?? `${only} ${groupId}`;
      return { id, named, isFiltered: (isOpen) => row !== undefined && !isOpen.has(row.findingId) };
    });
  });
}
