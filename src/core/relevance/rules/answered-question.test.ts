import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../../test/support/subjects.ts';
import { judgeFinding } from '../judge-finding.ts';
import { toAnswers, type QuestionAnswer } from '../questions/question.ts';
import { answeredQuestion } from './answered-question.ts';

const GIT = { component: { ecosystem: 'Debian', name: 'git', version: '1:2.39.5-0' } };
const LOCAL = { version: '3.1', vector: 'CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N', score: 5.5 } as const;

function anAnswer(changes: Partial<QuestionAnswer> = {}): QuestionAnswer {
  return {
    kind: 'program',
    subject: 'Git',
    package: null,
    answer: 'no',
    note: 'The image has no shell.',
    by: 'Ana',
    at: '2026-01-01T00:00:00Z',
    expiresAt: '2026-07-01T00:00:00Z',
    majors: { 'Debian git': ['2'] },
    ...changes,
  };
}

function judge(answer: QuestionAnswer, changes: Parameters<typeof aSubject>[0] = GIT) {
  return answeredQuestion.judge({ ...aSubject(changes), answers: toAnswers([answer]) });
}

describe('R27', () => {
  it('dismisses the finding when the answer is no, until the answer expires', () => {
    expect(judge(anAnswer())).toMatchObject({
      effect: 'dismiss',
      class: 'heuristic',
      state: 'not_affected',
      justification: 'code_not_reachable',
      text: 'Does this service run Git? Answered with no.',
      at: '2026-01-01T00:00:00Z',
      expiresAt: '2026-07-01T00:00:00Z',
      evidence: [
        {
          type: 'answer',
          path: 'Does this service run Git?',
          value: 'no, by Ana at 2026-01-01T00:00:00Z: The image has no shell.',
        },
        { type: 'sbom', path: 'package', value: 'git' },
      ],
    });
  });

  it('only lowers the finding when the condition is about users', () => {
    const answer = anAnswer({ kind: 'local_user', subject: 'local', majors: {} });

    expect(judge(answer, { vulnerability: { cvss: [LOCAL] } })).toMatchObject({
      effect: 'deprioritize',
      state: 'exploitable',
    });
  });

  it('adds a note when the answer is yes', () => {
    expect(judge(anAnswer({ answer: 'yes' }))).toMatchObject({ effect: 'annotate', expiresAt: null });
  });

  it('says nothing when the answer is unknown, about something else, or about another major version', () => {
    expect(judge(anAnswer({ answer: 'unknown' }))).toBeUndefined();
    expect(judge(anAnswer({ subject: 'Vim' }))).toBeUndefined();
    expect(judge(anAnswer({ majors: { 'Debian git': ['1'] } }))).toBeUndefined();
    expect(judge(anAnswer(), {})).toBeUndefined();
  });

  it('needs no for every alternative', () => {
    const subject = aSubject({ vulnerability: { mentions: ['only:macos', 'only:windows'] } });
    const windows = anAnswer({ kind: 'os', subject: 'windows', majors: {} });
    const mac = anAnswer({ kind: 'os', subject: 'darwin', majors: {} });
    const judgeBy = (answers: readonly QuestionAnswer[]) =>
      answeredQuestion.judge({ ...subject, answers: toAnswers(answers) })?.effect;

    expect(judgeBy([windows])).toBeUndefined();
    expect(judgeBy([windows, mac])).toBe('dismiss');
    expect(judgeBy([windows, { ...mac, answer: 'yes' }])).toBe('annotate');
  });

  it('only suggests the dismissal of a guarded finding', () => {
    const subject = aSubject({ ...GIT, vulnerability: { severity: 'critical' } });
    const { verdict } = judgeFinding({ ...subject, answers: toAnswers([anAnswer()]) });

    expect(verdict.status).toBe('relevant');
    expect(verdict.suggestion).toMatchObject({ code: 'answered-question', guards: ['critical'] });
  });
});
