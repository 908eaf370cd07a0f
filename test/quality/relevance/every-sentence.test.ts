/**
 * The worst case for the verifier: a reader that claims everything that a profile contradicts, tries every sentence as a quote,
 * calls all of it necessary, and agrees with itself. Its successful dismissals are those that code cannot tell from a correct
 * assessment.
 */
import { describe, expect, it } from 'vitest';
import { kindOf } from '../../../src/core/profile/profile-fields.ts';
import { listContradictions } from '../../../src/core/relevance/assessments/contradictions/all-contradictions.ts';
import { foldTexts, toSentences } from '../../../src/core/relevance/assessments/text/quotes.ts';
import {
  toPlaceContexts,
  toProfilePlaces,
} from '../../../src/core/relevance/assessments/verification/verification-context.ts';
import type { Precondition, PreconditionType } from '../../../src/core/relevance/assessments/assessment.ts';
import { verifyAssessment } from '../../../src/core/relevance/assessments/verification/verify-assessment.ts';
import type { Subject } from '../../../src/core/relevance/subject/subject.ts';
import { ITEMS } from './all-items.ts';
import type { EvaluationItem } from './evaluation-item.ts';
import { toFindingInput } from './to-finding-input.ts';

const SYSTEMS = ['windows', 'darwin', 'linux', 'android', 'freebsd', 'solaris'];
const PROCESSORS = ['386', 'amd64', 'arm', 'arm64', 'ppc64le', 'riscv64', 's390x'];
const VERSIONS = Array.from({ length: 30 }, (_, i) => [`<${i + 1}`, `>${i + 1}`]).flat();

type Demand = readonly [PreconditionType, string | null];

/**
 * Values that the profiles of an item contradict. A model is not told about unused features beforehand; this reader knows them.
 */
function demandsOn(subject: Subject): readonly Demand[] {
  const input = kindOf('input.acceptsUntrusted');
  const unused = subject.profiles.flatMap(({ known }) => featuresIn(known('usage.featuresNotUsed')?.value));
  const demands: readonly Demand[] = [
    ...SYSTEMS.map((value): Demand => ['os', value]),
    ...PROCESSORS.map((value): Demand => ['arch', value]),
    ...VERSIONS.map((value): Demand => ['language_runtime_version', value]),
    ...unused.flatMap((value): readonly Demand[] => [
      ['requires_feature', value],
      ['requires_config', value],
    ]),
    ...(input.type === 'enum-list' ? input.values : []).map((value): Demand => ['requires_untrusted_input', value]),
    ['requires_process_exec', null],
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

function isDismissed(item: EvaluationItem): boolean {
  const { subject, texts } = toFindingInput(item, 'advisory-only');
  const sentences = foldTexts(texts).flatMap(({ parts }) => parts.flatMap(toSentences));
  return demandsOn(subject).some(([type, value]) =>
    sentences.some((quote) => {
      const { opinion, code } = verify(subject, texts, { type, value, quote, necessary: true });
      return code === null && opinion?.effect === 'dismiss';
    }),
  );
}

function verify(subject: Subject, texts: Parameters<typeof foldTexts>[0], precondition: Precondition) {
  return verifyAssessment({
    subject,
    texts,
    settings: { minConfidence: 0.8, now: '2026-11-01T12:00:00Z' },
    assessment: {
      model: 'scripted',
      promptVersion: '1',
      at: '2026-11-01T12:00:00Z',
      sharing: 'advisory-only',
      profiles: [],
      facts: { preconditions: [precondition] },
      second: { id: 's', sent: 's', exploitable: 'no', explanation: '' },
    },
  });
}

/** Each has a sentence that names the value but says something else about it. Only a human or a model can tell. */
const GETS_THROUGH = [
  'config-default-is-on',
  'exec-code-not-command',
  'exec-one-call-left',
  'feature-other-than-listed',
  'os-reported-on-windows',
  'trap-linux-subsystem',
  'trap-windows-paths-any-host',
];

describe('a reader that tries every sentence for everything', () => {
  it('gets only the known findings dismissed', () => {
    const wrong = ITEMS.filter((item) => item.label === 'relevant' && isDismissed(item));

    expect(wrong.map(({ id }) => id).toSorted()).toEqual(GETS_THROUGH);
    expect(wrong.filter(({ suite }) => suite === 'injections')).toEqual([]);
  });
});
