/**
 * Collects the questions of the findings of a version: one question for all findings that it would settle, weighted by their
 * risk. The order of the findings does not matter.
 */
import { LIMITS } from '../../limits.ts';
import { compareText } from '../../text/compare-text.ts';
import type { AnswerEffect } from '../../vocabulary/question.ts';
import type { Subject } from '../subject/subject.ts';
import { findAnswer, majorVersionOf, packageOf } from './answers.ts';
import type { Condition } from './conditions.ts';
import { keyOfQuestion, type Answers, type Majors, type Question } from './question.ts';

export interface AskingFinding {
  readonly findingId: string;
  readonly component: Subject['component'];
  readonly conditions: readonly Condition[];
  /** Not dismissed, and not decided by a person or VEX. */
  readonly isOpen: boolean;
  /** Dismissed by an answer. */
  readonly isAnswered: boolean;
  /** A dismissal would only be a suggestion. */
  readonly isGuarded: boolean;
  /** 0 to 100. */
  readonly risk: number;
}

/** A finding that "no" would settle, or that an answer has settled. */
export interface SettledFinding {
  readonly id: string;
  readonly effect: AnswerEffect;
  readonly risk: number;
}

export interface ClusteredQuestion extends Question {
  /** Sorted by risk, the highest first. */
  readonly findings: readonly SettledFinding[];
  readonly weight: number;
  readonly majors: Majors;
  /** An answer exists that no longer counts for one of the packages. */
  readonly isOutdated: boolean;
}

/** The heaviest first. */
export function clusterQuestions(findings: readonly AskingFinding[], answers: Answers): readonly ClusteredQuestion[] {
  const clusters = new Map<string, Cluster>();
  for (const finding of findings) {
    for (const condition of finding.conditions) {
      for (const question of listAsked(condition, finding, answers)) {
        const key = keyOfQuestion(question);
        const cluster = clusters.get(key) ?? { question, findings: new Map(), majors: new Map(), isOutdated: false };
        clusters.set(key, cluster);
        addFinding(cluster, finding, condition.effect);
        cluster.isOutdated ||= findAnswer(question, answers, finding.component).isOutdated;
      }
    }
  }
  return [...clusters.values()]
    .map(toClustered)
    .filter(({ findings: settled }) => settled.some(({ effect }) => effect !== 'suggest'))
    .toSorted((a, b) => b.weight - a.weight || compareText(keyOfQuestion(a), keyOfQuestion(b)))
    .slice(0, LIMITS.questionsPerVersionMax);
}

interface Cluster {
  readonly question: Question;
  readonly findings: Map<string, SettledFinding>;
  readonly majors: Map<string, Set<string>>;
  isOutdated: boolean;
}

/** The questions whose answer decides: the only one without an answer, or those that are answered and decided it. */
function listAsked(condition: Condition, finding: AskingFinding, answers: Answers): readonly Question[] {
  // A guard holds only dismissals back, and what is exploited is not lowered.
  if (condition.effect === 'deprioritize' && finding.isGuarded) return [];
  const said = condition.alternatives.map((question) => ({
    question,
    answer: findAnswer(question, answers, finding.component).answer?.answer,
  }));
  const open = said.filter(({ answer }) => answer !== 'no');
  if (open.length === 0) return finding.isOpen || finding.isAnswered ? condition.alternatives : [];
  if (!finding.isOpen) return [];
  const confirmed = open.filter(({ answer }) => answer === 'yes');
  if (confirmed.length > 0) return confirmed.map(({ question }) => question);
  return open.length === 1 ? open.map(({ question }) => question) : [];
}

function addFinding({ findings, majors }: Cluster, finding: AskingFinding, effect: Condition['effect']): void {
  const { findingId: id, component, isGuarded, risk } = finding;
  const settled: SettledFinding = { id, risk, effect: effect === 'dismiss' && isGuarded ? 'suggest' : effect };
  const known = findings.get(id);
  // A finding may be in several versions of a package: the weakest effect counts.
  if (
    known === undefined ||
    STRENGTH[settled.effect] < STRENGTH[known.effect] ||
    (settled.effect === known.effect && risk > known.risk)
  )
    findings.set(id, settled);
  const name = packageOf(component);
  const versions = majors.get(name) ?? new Set();
  majors.set(name, versions.add(majorVersionOf(component)));
}

const STRENGTH: Readonly<Record<AnswerEffect, number>> = { suggest: 0, deprioritize: 1, dismiss: 2 };

function toClustered({ question, findings, majors, isOutdated }: Cluster): ClusteredQuestion {
  const sorted = [...findings.values()].toSorted((a, b) => b.risk - a.risk || compareText(a.id, b.id));
  return {
    ...question,
    findings: sorted,
    weight: sum(sorted.map(weightOf)),
    majors: Object.fromEntries(
      [...majors]
        .map(([name, versions]) => [name, [...versions].toSorted()] as const)
        .toSorted(([a], [b]) => compareText(a, b)),
    ),
    isOutdated,
  };
}

/** A finding without a risk still counts; a lower priority is worth half. */
function weightOf({ effect, risk }: SettledFinding): number {
  if (effect === 'suggest') return 0;
  return effect === 'dismiss' ? risk + 1 : (risk + 1) / 2;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * Orders questions so that each settles as much as possible of what the ones before it leave open: two questions about the same
 * findings are not both worth answering first.
 */
export function rankQuestions<Asked extends Pick<ClusteredQuestion, 'findings'> & { readonly id: string }>(
  questions: readonly Asked[],
): readonly Asked[] {
  const settled = new Set<string>();
  const left = new Set(questions);
  const ranked: Asked[] = [];
  while (left.size > 0) {
    const [best] = [...left]
      .map((question) => ({
        question,
        weight: sum(question.findings.filter(({ id }) => !settled.has(id)).map(weightOf)),
      }))
      .toSorted((a, b) => b.weight - a.weight || compareText(a.question.id, b.question.id));
    if (best === undefined) break;
    left.delete(best.question);
    ranked.push(best.question);
    for (const { id, effect } of best.question.findings) if (effect === 'dismiss') settled.add(id);
  }
  return ranked;
}
