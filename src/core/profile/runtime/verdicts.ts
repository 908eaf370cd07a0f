/** Combines the verdicts of several profiles, paths and documents. */
import type { RuntimeEvidence, RuntimeVerdict } from '../profile-view.ts';
import type { Line } from './runtime-warning.ts';

const EVIDENCE_MAX = 8;
export const UNKNOWN_VERDICT: RuntimeVerdict = { answer: 'unknown', evidence: [] };

/** A verdict with a line of the document as its evidence. */
export function toVerdict(answer: RuntimeVerdict['answer'], document: string, { line, text }: Line): RuntimeVerdict {
  return { answer, evidence: [{ document, line, text }] };
}

/** Any of them may apply: denied only if all deny. */
export function weakest(verdicts: readonly RuntimeVerdict[]): RuntimeVerdict {
  if (verdicts.length === 0) return UNKNOWN_VERDICT;
  return keep(verdicts, 'allowed') ?? keep(verdicts, 'unknown') ?? combine('denied', verdicts);
}

/** All of them apply: denied if one denies, and allowed only if none is unknown. */
export function strictest(verdicts: readonly RuntimeVerdict[]): RuntimeVerdict {
  if (verdicts.length === 0) return UNKNOWN_VERDICT;
  return keep(verdicts, 'denied') ?? keep(verdicts, 'unknown') ?? combine('allowed', verdicts);
}

function keep(verdicts: readonly RuntimeVerdict[], answer: RuntimeVerdict['answer']): RuntimeVerdict | undefined {
  const kept = verdicts.filter((verdict) => verdict.answer === answer);
  return kept.length === 0 ? undefined : combine(answer, kept);
}

/** Lists each line once, even if several verdicts use it. */
function combine(answer: RuntimeVerdict['answer'], verdicts: readonly RuntimeVerdict[]): RuntimeVerdict {
  const evidence = new Map<string, RuntimeEvidence>();
  for (const each of verdicts.flatMap((verdict) => verdict.evidence)) {
    const key = `${each.document} ${each.line} ${each.text}`;
    if (evidence.size < EVIDENCE_MAX && !evidence.has(key)) evidence.set(key, each);
  }
  return { answer, evidence: [...evidence.values()] };
}
