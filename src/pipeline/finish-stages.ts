/**
 * Completes the stages of an analysis after its findings are published: the number of findings, and the reasons that hid or
 * lowered them.
 */
import type { Delta } from '../core/history/compare-findings.ts';
import type { Coverage } from '../core/history/coverage.ts';
import type { VersionFinding } from '../core/history/version-findings.ts';
import type { StageLog } from './stage-log.ts';

export function finishStages(
  stages: StageLog,
  result: {
    readonly findings: readonly VersionFinding[];
    readonly delta: Delta;
    readonly coverage: Coverage;
    /** Why no model is asked; null if one is asked after the publication. */
    readonly aiOff: string | null;
  },
): void {
  const { findings, delta, coverage, aiOff } = result;
  const count = (status: VersionFinding['relevance']): number =>
    findings.filter(({ relevance }) => relevance === status).length;
  stages.finish('identify', { components: coverage.components, checked: coverage.checked });
  stages.finish('relevance', {
    relevant: count('relevant'),
    deprioritized: count('deprioritized'),
    notRelevant: count('not_relevant'),
    suggested: findings.filter(({ detail }) => detail.relevance.suggestion !== null).length,
    ...countByReason(findings),
  });
  stages.finish('history', { findings: findings.length, ...delta }, `${findings.length} findings`);
  if (aiOff !== null) stages.skip('ai', aiOff);
}

/** Counts hidden or lowered findings by the deciding reason. */
function countByReason(findings: readonly VersionFinding[]): Readonly<Record<string, number>> {
  const codes = findings.flatMap(({ relevance, detail }) =>
    relevance === 'relevant' ? [] : (detail.reasons[0]?.code ?? []),
  );
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, { length }]) => [code, length]));
}
