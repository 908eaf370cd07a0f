/**
 * The worst case for the verifier: a reader that claims everything that a profile contradicts, tries every sentence as a quote,
 * calls all of it necessary, and agrees with itself. Its successful dismissals are those that code cannot tell from a correct
 * assessment.
 */
import { listContradictions } from '../../../src/core/relevance/assessments/contradictions/all-contradictions.ts';
import { cleanText, foldText } from '../../../src/core/relevance/assessments/text/clean-text.ts';
import { toSentences } from '../../../src/core/relevance/assessments/text/quotes.ts';
import {
  createVerificationContext,
  toPlaceContexts,
  toProfilePlaces,
} from '../../../src/core/relevance/assessments/verification/verification-context.ts';
import type {
  AdvisoryText,
  Precondition,
  PreconditionType,
} from '../../../src/core/relevance/assessments/assessment.ts';
import { verifyAssessment } from '../../../src/core/relevance/assessments/verification/verify-assessment.ts';
import type { Subject } from '../../../src/core/relevance/subject/subject.ts';
import { UNTRUSTED_INPUTS } from '../../../src/core/vocabulary/profile.ts';

const SYSTEMS = ['windows', 'darwin', 'linux', 'android', 'freebsd', 'solaris'];
const PROCESSORS = ['386', 'amd64', 'arm', 'arm64', 'ppc64le', 'riscv64', 's390x'];
const VERSIONS = Array.from({ length: 30 }, (_, i) => [`<${i + 1}`, `>${i + 1}`]).flat();

type Demand = readonly [PreconditionType, string | null];

/**
 * Values that the profiles contradict. A model is not told about unused features beforehand; this reader knows them.
 */
function listDemands(subject: Subject): readonly Demand[] {
  const unused = subject.profiles.flatMap(({ known }) => featuresIn(known('usage.featuresNotUsed')?.value));
  const demands: readonly Demand[] = [
    ...SYSTEMS.map((value): Demand => ['os', value]),
    ...PROCESSORS.map((value): Demand => ['arch', value]),
    ...VERSIONS.map((value): Demand => ['language_version', value]),
    ...unused.flatMap((value): readonly Demand[] => [
      ['feature', value],
      ['configuration', value],
    ]),
    ...UNTRUSTED_INPUTS.map((value): Demand => ['input_kind', value]),
    ['command', null],
  ];
  return demands.filter(([type, value]) =>
    toProfilePlaces(subject).every((ground) =>
      listContradictions(type).some(({ find }) =>
        toPlaceContexts(subject, ground).every((at) => find(value, at) !== undefined),
      ),
    ),
  );
}

function featuresIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(({ feature }: { readonly feature: string }) => feature) : [];
}

export interface PassedClaim {
  readonly precondition: Precondition;
  /** A guard leaves it a suggestion. */
  readonly isGuarded: boolean;
}

/** Returns the first claim of each type that passes the verification. */
export function listPassedClaims(subject: Subject, texts: readonly AdvisoryText[]): readonly PassedClaim[] {
  const sentences = [...new Set(texts.flatMap(({ title, details }) => [title, ...listSentences(details)]))];
  const { findQuoteProblem } = createVerificationContext(subject, [], texts);
  const passed = new Map<PreconditionType, PassedClaim>();
  for (const [type, value] of listDemands(subject)) {
    for (const quote of passed.has(type) ? [] : sentences) {
      const precondition: Precondition = { type, value, quote, necessary: true };
      // The whole verification says the same, and folds all texts each time.
      if (findQuoteProblem(precondition) !== undefined) continue;
      const { opinion, code } = verify(subject, texts, precondition);
      if (opinion?.effect !== 'dismiss') continue;
      passed.set(type, { precondition, isGuarded: code !== null });
      break;
    }
  }
  return [...passed.values()];
}

/** Of the whole text, and line by line, because a list has no full stops. */
function listSentences(details: string): readonly string[] {
  return [
    foldText(details),
    ...cleanText(details)
      .split('\n')
      .map((line) => foldText(line)),
  ].flatMap(toSentences);
}

function verify(subject: Subject, texts: readonly AdvisoryText[], precondition: Precondition) {
  return verifyAssessment({
    subject,
    texts,
    settings: { now: '2026-11-01T12:00:00Z' },
    assessment: {
      model: 'scripted',
      promptVersion: '1',
      at: '2026-11-01T12:00:00Z',
      sharing: 'advisory-only',
      facts: { preconditions: [precondition] },
      second: { id: 's', sent: 's', exploitable: 'no', explanation: '' },
    },
  });
}
