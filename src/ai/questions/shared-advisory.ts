/** The part of an advisory that is sent: its texts and structured fields. It is public and contains no customer data. */
import { LIMITS } from '../../core/limits.ts';
import { cleanText } from '../../core/relevance/assessments/text/clean-text.ts';
import type { AdvisoryText, Precondition } from '../../core/relevance/assessments/assessment.ts';
import { compareText } from '../../core/text/compare-text.ts';
import type { FindingInput } from './finding-input.ts';

export function toSharedAdvisory({ subject, texts }: Pick<FindingInput, 'subject' | 'texts'>): object {
  const { severity, cvss, cwes } = subject.vulnerability;
  return {
    texts: toSharedTexts(texts),
    severity,
    cvss: cvss.slice(0, LIMITS.aiListEntriesMax).map(({ vector }) => toName(vector)),
    cwes: cwes.slice(0, LIMITS.aiListEntriesMax).map(toName),
    platforms: subject.match.platforms.slice(0, LIMITS.aiListEntriesMax),
  };
}

export function toSharedPreconditions(preconditions: readonly Precondition[]): readonly object[] {
  return preconditions.map(({ type, value, quote, necessary }, index) => ({
    index,
    type,
    value: value === null ? null : toName(value),
    quote: cleanText(quote, LIMITS.aiQuoteCharactersMax),
    necessary,
  }));
}

export function toName(text: string): string {
  // Limits the input first, because cleaning takes time for every character.
  return cleanText(text.slice(0, 4 * LIMITS.aiNameCharactersMax), LIMITS.aiNameCharactersMax);
}

/** Records of several databases often have the same text. Sorted, so that the same texts give the same question. */
function toSharedTexts(texts: readonly AdvisoryText[]): readonly object[] {
  const shared = texts.toSorted(byRecord).map(({ title, details }) => {
    const whole = cleanText(details);
    return {
      title: cleanText(title, LIMITS.advisoryTitleCharactersMax),
      details: cleanText(whole, LIMITS.aiTextCharactersMax),
      ...(whole.length > LIMITS.aiTextCharactersMax && { shortened: true }),
    };
  });
  const distinct = new Map(shared.map((each) => [`${each.title}\n${each.details}`, each]));
  return [...distinct.values()].slice(0, LIMITS.aiTextsMax);
}

function byRecord(a: AdvisoryText, b: AdvisoryText): number {
  return compareText(a.recordId, b.recordId);
}
