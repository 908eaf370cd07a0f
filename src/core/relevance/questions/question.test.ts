import { describe, expect, it } from 'vitest';
import { QUESTION_KINDS } from '../../vocabulary/question.ts';
import { describeQuestion, keyOfQuestion } from './question.ts';

describe('describeQuestion', () => {
  it.each(QUESTION_KINDS)('writes one question and a hint for the kind %s', (kind) => {
    const { text, help } = describeQuestion({ kind, subject: 'thing', package: 'lib' });

    expect(text).toMatch(/^(?:Does|Can) [^?]+\?$/);
    expect(help).toMatch(/^[A-Z].+\.$/);
  });

  it('names values of closed lists as people write them', () => {
    const texts = [
      { kind: 'os', subject: 'darwin', package: null },
      { kind: 'input', subject: 'archive', package: null },
      { kind: 'deployment', subject: 'servlet-container', package: null },
      { kind: 'feature', subject: 'default typing', package: 'jackson-databind' },
    ] as const;

    expect(texts.map((question) => describeQuestion(question).text)).toEqual([
      'Does this service run on macOS?',
      'Does this service process archives or compressed files from untrusted sources?',
      'Does this service run in a servlet container?',
      'Does this service use "default typing" of jackson-databind?',
    ]);
  });
});

describe('keyOfQuestion', () => {
  it('differs by kind, package and subject', () => {
    const question = { kind: 'feature', subject: 'a', package: 'b' } as const;
    const others = [
      { ...question, kind: 'configuration' as const },
      { ...question, subject: 'b' },
      { ...question, package: null },
      { kind: 'feature' as const, subject: 'b', package: 'a' },
    ];

    expect(new Set([question, ...others].map(keyOfQuestion)).size).toBe(5);
  });
});
