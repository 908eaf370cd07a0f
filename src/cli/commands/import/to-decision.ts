/** Maps an analysis of Dependency-Track to a decision, or says why it has none. */
import type { z } from 'zod';
import type { DecisionBody } from '../../../api/contract/findings/decision.ts';
import { addDays } from '../../../core/relevance/calendar.ts';
import { LIMITS } from '../../../core/limits.ts';
import { REMOVABLE_JUSTIFICATIONS, VEX_JUSTIFICATIONS } from '../../../core/vocabulary/vex.ts';
import type { DependencyTrackAnalysis } from './dependency-track-answers.ts';

export type ImportedDecision = z.input<typeof DecisionBody>;

type Mapped = { readonly decision: ImportedDecision } | { readonly problem: string };

const ACTIONS = {
  EXPLOITABLE: 'confirm',
  IN_TRIAGE: 'in_triage',
  FALSE_POSITIVE: 'false_positive',
  NOT_AFFECTED: 'not_affected',
  RESOLVED: 'patched',
} as const;

export function toDecision(analysis: DependencyTrackAnalysis, now: string): Mapped {
  const state = analysis.analysisState ?? 'NOT_SET';
  const action = Object.hasOwn(ACTIONS, state) ? ACTIONS[state as keyof typeof ACTIONS] : undefined;
  if (action === undefined)
    return { problem: analysis.isSuppressed === true ? 'suppressed without a state' : `unknown state ${state}` };
  // An analysis belongs to one project, which is one version.
  const decision = { action, detail: toDetail(analysis), scope: 'version' } as const;
  if (action !== 'not_affected') return { decision };
  const justification = VEX_JUSTIFICATIONS.find((each) => each === analysis.analysisJustification?.toLowerCase());
  if (justification === undefined) return { problem: 'NOT_AFFECTED without a justification' };
  const isRemovable = REMOVABLE_JUSTIFICATIONS.some((each) => each === justification);
  const expires = isRemovable ? { expiresAt: addDays(now, LIMITS.decisionDaysMax - 1) } : {};
  return { decision: { ...decision, justification, ...expires } };
}

/** Authors of Dependency-Track have no account here, so they are named in the text. */
function toDetail({ analysisDetails, analysisResponse, analysisComments }: DependencyTrackAnalysis): string {
  const response = analysisResponse ?? 'NOT_SET';
  const lines = [
    'Imported from Dependency-Track.',
    analysisDetails ?? '',
    response === 'NOT_SET' ? '' : `Response: ${response}.`,
    ...(analysisComments ?? []).map(({ timestamp, comment, commenter }) => {
      const at = timestamp === null || timestamp === undefined ? NaN : new Date(timestamp).getTime();
      const day = Number.isNaN(at) ? '' : `${new Date(at).toISOString().slice(0, 10)} `;
      return `${day}${commenter ?? 'unknown'}: ${comment ?? ''}`;
    }),
  ];
  const text = lines.filter((line) => line.trim() !== '').join('\n');
  return text.slice(0, LIMITS.decisionDetailCharactersMax);
}
