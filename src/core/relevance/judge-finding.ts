/**
 * ENTRY. Whether a finding matters here and how urgent it is: rules are asked, people and statements are heard, and all of it is
 * folded into one verdict. A vulnerability that all its records have withdrawn is no match, and one with several ids is one
 * finding, so neither comes here.
 */
import { decideDeadline, type Deadline } from './deadline.ts';
import { foldOpinions } from './fold.ts';
import { findGuards, type GuardThresholds } from './guards.ts';
import type { Opinion } from './opinion.ts';
import { prioritize, type Priority } from './priority.ts';
import { askRules } from './rules/all-rules.ts';
import type { Subject } from './subject.ts';
import type { Verdict } from './verdict.ts';

/** What cannot be computed again and is stored: all of it is absent where nobody has said anything. */
export interface StoredOpinions {
  readonly decisions?: readonly Opinion[];
  readonly statements?: readonly Opinion[];
  /** Of a model, verified. */
  readonly answers?: readonly Opinion[];
}

export interface JudgmentSettings {
  readonly guards?: GuardThresholds;
  /** Whether a model may dismiss at all. */
  readonly mode?: 'auto' | 'suggest';
}

export interface Judgment {
  readonly verdict: Verdict;
  readonly priority: Priority;
  readonly deadline: Deadline;
  /** The word of a person or of VEX that decides; else that of a person who is looking at it. */
  readonly decision: Opinion | null;
}

export function judgeFinding(
  subject: Subject,
  { decisions = [], statements = [], answers = [] }: StoredOpinions = {},
  { guards, mode = 'auto' }: JudgmentSettings = {},
): Judgment {
  const { match, vulnerability, profiles } = subject;
  const verdict = foldOpinions([...decisions, ...statements, ...askRules(subject), ...answers], {
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
  return reasons.find(({ kind, applies }) => kind === 'human' && applies !== false) ?? null;
}
