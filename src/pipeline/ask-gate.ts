/** Whether a version may go on: the facts that the rule of the gate needs, read in one transaction. */
import { ENRICHMENT_PARTS } from '../core/advisory/enrichment.ts';
import {
  judgeGate,
  type AnalysisProgress,
  type GateAnswer,
  type GateConditions,
  type GateFinding,
} from '../core/history/gate.ts';
import type { OrgTx } from '../store/database.ts';
import type { Analysis } from '../store/findings/analyses.ts';
import { listAnalyses } from '../store/findings/read-analyses.ts';
import { listHeldFindings, type HeldFinding } from '../store/findings/version-side.ts';
import type { ServiceVersion } from '../store/portfolio/versions.ts';
import { getVersion } from './change-version.ts';
import { getBase } from './compare-versions.ts';
import { readDataState, STARTER, type DataState } from './data-state.ts';
import type { Caller, PipelineDeps } from './deps.ts';

export interface GateRequest {
  readonly service: string;
  readonly version: string;
  /** A version, or `previous`: only what it does not have counts. */
  readonly newSince: string | undefined;
  readonly conditions: GateConditions;
}

type JudgedFinding = GateFinding & { readonly held: HeldFinding };

export interface GateReport {
  readonly version: ServiceVersion;
  readonly base: ServiceVersion | undefined;
  readonly answer: GateAnswer<JudgedFinding>;
  /** How many were looked at. */
  readonly open: number;
  /** Of these, those whose risk was accepted. */
  readonly accepted: number;
  /** The newest one. */
  readonly analysis: Analysis | undefined;
  readonly data: Pick<DataState, 'state' | 'snapshot' | 'newestRecordAt'>;
}

export async function askGate(deps: PipelineDeps, caller: Caller, request: GateRequest): Promise<GateReport> {
  const data = await readDataState(deps.database, deps.now());
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const { service, newSince, conditions } = request;
    const version = await getVersion(tx, caller, request);
    const base =
      newSince === undefined ? undefined : await getBase(tx, caller, { service, base: newSince, headId: version.id });
    const analysis = await findNewestAnalysis(tx, version.id);
    const facts = {
      analysis: progressOf(analysis),
      baseAnalysis: base && progressOf(await findNewestAnalysis(tx, base.id)),
      coverage: analysis?.coverage ?? null,
      data: stateForGate(data),
      findings: await listJudged(tx, version.id, base?.id, new Date(deps.now()).toISOString()),
    };
    const accepted = facts.findings.filter(({ isAccepted }) => isAccepted).length;
    const answer = judgeGate(facts, conditions);
    return { version, base, answer, open: facts.findings.length, accepted, analysis, data };
  });
}

async function findNewestAnalysis(tx: OrgTx, versionId: string): Promise<Analysis | undefined> {
  return (await listAnalyses(tx, versionId, { limit: 1, offset: 0 })).items[0];
}

function progressOf(analysis: Analysis | undefined): AnalysisProgress {
  if (analysis === undefined) return 'none';
  const { status } = analysis;
  return status === 'queued' || status === 'running' || status === 'failed' ? status : 'ended';
}

async function listJudged(
  tx: OrgTx,
  versionId: string,
  baseId: string | undefined,
  now: string,
): Promise<JudgedFinding[]> {
  const held = await listHeldFindings(tx, versionId, { withConfidence: true });
  const before = baseId === undefined ? [] : await listHeldFindings(tx, baseId);
  const known = new Set(before.map(({ fingerprint }) => fingerprint));
  return held.map((finding) => {
    const { class: kind, severity, hasFix, kev, confidence, fingerprint } = finding;
    const isNew = baseId === undefined || !known.has(fingerprint);
    // Also before anybody has noticed that its time is over.
    const isAccepted = finding.acceptedUntil !== null && now < finding.acceptedUntil;
    return { class: kind, severity, hasFix, kev, confidence: confidence ?? 'low', isNew, isAccepted, held: finding };
  });
}

/** Scores say nothing about what is affected: while only they are there, the advisories are those of the starter set. */
export function stateForGate({ state, sources }: Pick<DataState, 'state' | 'sources'>): DataState['state'] {
  if (state !== 'syncing' && state !== 'stale') return state;
  const others: ReadonlySet<string> = new Set([...ENRICHMENT_PARTS, STARTER]);
  if (sources.some(({ name, lastGoodAt }) => !others.has(name) && lastGoodAt !== null)) return state;
  return sources.some(({ name, lastGoodAt }) => name === STARTER && lastGoodAt !== null) ? 'starter' : 'none';
}
