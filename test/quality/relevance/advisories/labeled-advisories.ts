/**
 * Real advisories with labels by hand: which preconditions of the closed list each text states as necessary. Texts are read from
 * ASSAY_TEST_DATA; a label holds the place of the words that state it. What names the weakness itself is no precondition, nor is
 * the place of the flaw ("in the function x"), an example, or one of several ways.
 */
import { createHash } from 'node:crypto';
import { foldText } from '../../../../src/core/relevance/assessments/text/clean-text.ts';
import type { PreconditionType } from '../../../../src/core/relevance/assessments/assessment.ts';
import { listRealFindings, type RealFinding } from '../real-findings.ts';
import { ROWS } from './labeled-rows.ts';

/** Why the advisory is in the set: drawn at random by ecosystem, or at random from those that are hard in this way. */
export type Reason =
  | 'random'
  | 'cwe-89'
  | 'cwe-79'
  | 'cwe-502'
  | 'platform'
  | 'footer'
  | 'negation'
  | 'alternative'
  | 'condition';

/** Ecosystem, id, reason, beginning of the SHA-256 of the text, and labels. */
export type LabeledRow = readonly [string, string, Reason, string, readonly LabelRow[]];
/** Type, value, and where the words are in the text: start and length. Names of features are our own words. */
type LabelRow = readonly [PreconditionType, string | null, number, number];

export interface Label {
  readonly type: PreconditionType;
  readonly value: string | null;
  readonly start: number;
  readonly end: number;
}

export interface LabeledAdvisory extends RealFinding {
  readonly ecosystem: string;
  readonly reason: Reason;
  /** Title and description, folded: the labels are places in it. */
  readonly text: string;
  readonly labels: readonly Label[];
}

/** Undefined if there is no data. Fails if a text has changed since it was labeled. */
export async function listLabeledAdvisories(): Promise<readonly LabeledAdvisory[] | undefined> {
  const found: LabeledAdvisory[] = [];
  for (const [ecosystem, rows] of Map.groupBy(ROWS, ([name]) => name)) {
    const findings = await listRealFindings(ecosystem);
    if (findings === undefined) return undefined;
    const byId = new Map(findings.map((finding) => [finding.id, finding]));
    for (const row of rows) found.push(toLabeled(row, byId.get(row[1])));
  }
  return found;
}

function toLabeled(
  [ecosystem, id, reason, hash, labels]: LabeledRow,
  finding: RealFinding | undefined,
): LabeledAdvisory {
  const text = (finding?.texts ?? [])
    .map(({ title, details }) => `${foldText(title)}\n${foldText(details)}`)
    .join('\n');
  if (finding === undefined || !createHash('sha256').update(text).digest('hex').startsWith(hash))
    throw new Error(`The text of ${id} is not the one that was labeled.`);
  return {
    ...finding,
    ecosystem,
    reason,
    text,
    labels: labels.map(([type, value, start, length]) => ({ type, value, start, end: start + length })),
  };
}
