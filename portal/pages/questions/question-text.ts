/** Texts about questions: what the answer "no" does, and why a question is asked again. */
import type { WireOrganizationQuestion, WireQuestion } from '../../../src/api/contract/findings/question.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';

/** `"No" dismisses 12 findings, lowers the priority of 3, suggests to dismiss 1`. */
export function describeSettled(settles: WireOrganizationQuestion['settles'] & { readonly suggest?: number }): string {
  const { dismiss, deprioritize, suggest = 0 } = settles;
  const parts = [
    dismiss > 0 && `dismisses ${countOf(dismiss, 'finding')}`,
    deprioritize > 0 && `lowers the priority of ${formatCount(deprioritize)}`,
    suggest > 0 && `suggests to dismiss ${formatCount(suggest)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'Affects no findings now' : `"No" ${parts.join(', ')}`;
}

export const ASKED_AGAIN_TEXTS: Readonly<Record<NonNullable<WireQuestion['askedAgain']>, string>> = {
  expired: 'The answer expired',
  version: 'New major version',
};

export const EFFECT_TEXTS: Readonly<Record<WireQuestion['findings'][number]['effect'], string>> = {
  dismiss: 'Not relevant',
  deprioritize: 'Lower priority',
  suggest: 'Needs review',
};

export const ANSWER_LABELS = { yes: 'Yes', no: 'No', unknown: "Don't know" } as const;
