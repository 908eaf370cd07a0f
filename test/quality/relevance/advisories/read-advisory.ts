/** Lets a reader read one labeled advisory, with the questions, the verifier and the guards of the service, without its profile. */
import { gatherAssessment } from '../../../../src/ai/gather-assessment.ts';
import type { Ask } from '../../../../src/ai/model-answer.ts';
import { canSupportPrecondition } from '../../../../src/core/relevance/assessments/mentions/check-quote.ts';
import { foldTexts } from '../../../../src/core/relevance/assessments/text/quotes.ts';
import { verifyAssessment } from '../../../../src/core/relevance/assessments/verification/verify-assessment.ts';
import type { Assessment, Precondition } from '../../../../src/core/relevance/assessments/assessment.ts';
import type { LabeledAdvisory } from './labeled-advisories.ts';
import type { Reading } from './score-readings.ts';

const SETTINGS = { minConfidence: 0.8, now: '2026-11-01T12:00:00Z' };

/** A text that can support nothing is not sent, as in the service. */
export async function readAdvisory(ask: Ask, advisory: LabeledAdvisory, model: string): Promise<Reading> {
  const { subject, texts } = advisory;
  if (!isReadable(advisory)) return { advisory, claimed: [], isDismissed: false };
  const input = {
    subject,
    texts,
    sharing: 'advisory-only',
    notesOf: () => undefined,
    model,
    settings: SETTINGS,
  } as const;
  return toReading(advisory, await gatherAssessment(ask, input));
}

export function isReadable({ id, subject, texts }: LabeledAdvisory): boolean {
  return canSupportPrecondition(foldTexts(texts, { id, name: subject.component.name }));
}

/** A reader that claims this and agrees with itself. */
export function toScriptedReading(advisory: LabeledAdvisory, preconditions: readonly Precondition[]): Reading {
  return toReading(advisory, {
    model: 'scripted',
    promptVersion: '1',
    at: SETTINGS.now,
    sharing: 'advisory-only',
    facts: { preconditions },
    second: { id: 's', sent: 's', exploitable: 'no', explanation: '' },
  });
}

function toReading(advisory: LabeledAdvisory, assessment: Assessment): Reading {
  const { opinion } = verifyAssessment({
    subject: advisory.subject,
    texts: advisory.texts,
    assessment,
    settings: SETTINGS,
  });
  return { advisory, claimed: assessment.facts?.preconditions ?? null, isDismissed: opinion?.effect === 'dismiss' };
}
