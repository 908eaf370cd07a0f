import { describe, expect, it } from 'vitest';
import { aPrecondition, aReadSubject, aText } from '../../../../test/support/readings.ts';
import { aProfile } from '../../../../test/support/subjects.ts';
import type { Precondition } from './assessment.ts';
import { findOpenPreconditions } from './open-preconditions.ts';

const DETAILS =
  'The flaw can only be exploited on Windows hosts. An attacker must be able to hand in a crafted YAML document. ' +
  'It is exploitable only if the option legacyMode is enabled.';
const YAML = aPrecondition({ type: 'input_kind', value: 'yaml', quote: 'hand in a crafted YAML document' });
const LEGACY = aPrecondition({ type: 'configuration', value: 'legacyMode', quote: 'the option legacyMode is enabled' });

function openOf(fields: Readonly<Record<string, unknown>>, ...preconditions: readonly Precondition[]) {
  const subject = aReadSubject({ profiles: [aProfile({ fields })] });
  const { byDeployment, byAnswer } = findOpenPreconditions(subject, [aText({ details: DETAILS })], { preconditions });
  return { byDeployment: byDeployment.map(({ type }) => type), byAnswer: byAnswer.map(({ type }) => type) };
}

describe('findOpenPreconditions', () => {
  it('names what no fact decides, by what would decide it', () => {
    expect(openOf({}, aPrecondition(), YAML, LEGACY)).toEqual({
      byDeployment: ['os'],
      byAnswer: ['input_kind', 'configuration'],
    });
  });

  it('leaves out what a fact decides in either way', () => {
    const fields = { 'runtime.os': 'windows', 'input.acceptsUntrusted': ['http-body'] };

    expect(openOf(fields, aPrecondition(), YAML)).toEqual({ byDeployment: [], byAnswer: [] });
    expect(openOf({ 'runtime.os': 'linux' }, aPrecondition())).toEqual({ byDeployment: [], byAnswer: [] });
  });

  it('leaves out what is not necessary or not said', () => {
    const unsaid = aPrecondition({ quote: 'an invented sentence' });

    expect(openOf({}, aPrecondition({ necessary: false }), unsaid)).toEqual({ byDeployment: [], byAnswer: [] });
  });

  it('works without a profile', () => {
    const facts = { preconditions: [aPrecondition()] };
    const subject = aReadSubject({ profiles: [] });

    expect(findOpenPreconditions(subject, [aText({ details: DETAILS })], facts).byDeployment).toHaveLength(1);
  });
});
