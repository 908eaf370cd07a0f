/**
 * ENTRY. Judges the relevance and the urgency of a finding: folds the opinions of rules, human decisions, VEX statements and AI
 * assessments into one verdict. A vulnerability whose records are all withdrawn is not a match, and one with several ids is one
 * finding, so neither case occurs here.
 */
import { decideDeadline, type Deadline } from './priority/deadline.ts';
import { foldOpinions } from './opinions/fold-opinions.ts';
import { findGuards, type GuardThresholds } from './opinions/guards.ts';
import type { Opinion, Verdict } from './opinions/opinion.ts';
import { prioritize, type Priority } from './priority/priority.ts';
import { evaluateRules } from './rules/all-rules.ts';
import type { Subject } from './subject/subject.ts';
import type { AiMode } from '../vocabulary/ai.ts';

/** Stored opinions, which cannot be recomputed. Absent: there are none. */
export interface StoredOpinions {
  readonly decisions?: readonly Opinion[];
  readonly statements?: readonly Opinion[];
  /** Verified AI assessments. */
  readonly answers?: readonly Opinion[];
}

export interface JudgmentSettings {
  readonly guards?: GuardThresholds;
  /** Whether an AI assessment may dismiss a finding at all. */
  readonly mode?: AiMode;
}

interface Judgment {
  readonly verdict: Verdict;
  readonly priority: Priority;
  readonly deadline: Deadline;
  /**
   * The deciding human decision or VEX statement; otherwise a human opinion that applies without deciding, such as "in triage".
   */
  readonly decision: Opinion | null;
}

export function judgeFinding(
  subject: Subject,
  { decisions = [], statements = [], answers = [] }: StoredOpinions = {},
  { guards, mode = 'auto' }: JudgmentSettings = {},
): Judgment {
  const { match, vulnerability, profiles } = subject;
  const verdict = foldOpinions([...decisions, ...statements, ...evaluateRules(subject), ...answers], {
    guards: findGuards(subject, guards),
    malicious: match.class === 'malicious',
    mode,
  });
  return {
    verdict,
    priority: prioritize({ class: match.class, relevance: verdict.status, vulnerability, profiles }),
    deadline: decideDeadline({ vulnerability, profiles }),
    decision: findDecision(verdict),
  };
}

function findDecision({ deciding, reasons }: Verdict): Opinion | null {
  if (deciding?.kind === 'human' || deciding?.kind === 'vex') return deciding;
  const isDecision = ({ kind, code, applies }: Opinion): boolean =>
    kind === 'human' && code !== 'suggestion' && applies !== false;
  return reasons.find(isDecision) ?? null;
}
