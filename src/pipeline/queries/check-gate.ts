/** Evaluates the gate for a version: reads the facts that its conditions need in one transaction. */
import { countGrouped } from '../../core/history/coverage.ts';
import { decideGate, type AnalysisProgress, type GateResult, type GateConditions } from '../../core/history/gate.ts';
import type { OrgTx } from '../../store/database.ts';
import type { Analysis } from '../../store/findings/analyses/analyses.ts';
import { countGateFindings, listGateFindings, type GateFindingRow } from '../../store/findings/lists/gate-findings.ts';
import { listAnalyses } from '../../store/findings/analyses/list-analyses.ts';
import type { ServiceVersion } from '../../store/portfolio/versions/versions.ts';
import { getVersion } from '../portfolio/change-version.ts';
import { getBase } from './compare-versions.ts';
import { getDataState, hasAdvisories, STARTER, type DataState } from '../advisories/data-state.ts';
import { nowOf, type Caller, type PipelineDeps } from '../deps.ts';

export interface GateRequest {
  readonly service: string;
  readonly version: string;
  /** A version, or `previous`: only findings that are not in it count. */
  readonly newSince: string | undefined;
  readonly conditions: GateConditions;
}

export interface GateReport {
  readonly version: ServiceVersion;
  readonly base: ServiceVersion | undefined;
  readonly answer: GateResult;
  /** The first findings that fail the gate, the most severe first. */
  readonly failing: readonly GateFindingRow[];
  /** Number of open findings that were checked. */
  readonly open: number;
  /** Of these, findings with an accepted risk. */
  readonly accepted: number;
  /** The newest analysis. */
  readonly analysis: Analysis | undefined;
  /** Unfinished analyses of the version and of the version to compare with. */
  readonly unfinished: readonly string[];
  readonly data: Pick<DataState, 'state' | 'snapshot' | 'newestRecordAt'>;
}

const FINDINGS_NAMED_MAX = 20;

export async function checkGate(deps: PipelineDeps, caller: Caller, request: GateRequest): Promise<GateReport> {
  const data = await getDataState(deps.database, deps.now());
  return await deps.database.readInOrg(caller.orgId, async (tx) => {
    const { service, newSince, conditions } = request;
    const version = await getVersion(tx, caller, request);
    const base =
      newSince === undefined ? undefined : await getBase(tx, caller, { service, base: newSince, headId: version.id });
    const analysis = await findNewestAnalysis(tx, version.id);
    const baseAnalysis = base && (await findNewestAnalysis(tx, base.id));
    const question = {
      versionId: version.id,
      baseId: base?.id,
      now: nowOf(deps),
      // Every match has at least low confidence.
      withConfidence: conditions.minConfidence !== 'low',
    };
    const findings = await countGateFindings(tx, question);
    const facts = {
      analysis: progressOf(analysis),
      baseAnalysis: base && progressOf(baseAnalysis),
      coverage: analysis?.coverage ?? null,
      data: stateForGate(data),
      findings,
    };
    const answer = decideGate(facts, conditions);
    return {
      version,
      base,
      answer,
      analysis,
      data,
      failing: await listGateFindings(tx, question, answer.failing, FINDINGS_NAMED_MAX),
      unfinished: [analysis, baseAnalysis].flatMap((each) => (each?.finishedAt === null ? [each.id] : [])),
      open: countGrouped(findings),
      accepted: countGrouped(findings.filter(({ isAccepted }) => isAccepted)),
    };
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

/** Scores do not say what is affected: while only scores are loaded, the advisories are those of the starter set. */
export function stateForGate({ state, sources }: Pick<DataState, 'state' | 'sources'>): DataState['state'] {
  if (state !== 'syncing' && state !== 'stale') return state;
  if (hasAdvisories(sources)) return state;
  return sources.some(({ name, lastSuccessAt }) => name === STARTER && lastSuccessAt !== null) ? 'starter' : 'none';
}
