import { describe, expect, it } from 'vitest';
import { OUTBOUND_FAILED, OUTBOUND_FORBIDDEN } from '../../outbound/errors.ts';
import { classifyResponse, classifyFailure } from './classify-response.ts';

function judge(status: number, body = '', retryAfter?: string): ReturnType<typeof classifyResponse> {
  return classifyResponse({ status, body: Buffer.from(body), isWhole: true, retryAfter }, 0);
}

describe('classifyResponse', () => {
  it.each([200, 201, 202, 204, 299])('treats status %i as delivered', (status) => {
    expect(judge(status)).toMatchObject({ delivered: true, error: null, statusCode: status, isGone: false });
  });

  it.each([
    [199, 'returned 199'],
    [301, 'redirect (301). Redirects are not followed'],
    [307, 'redirect (307). Redirects are not followed'],
    [400, 'returned 400'],
    [500, 'returned 500'],
  ])('treats status %i as not delivered', (status, words) => {
    expect(judge(status)).toMatchObject({
      delivered: false,
      error: expect.stringContaining(words) as string,
      isGone: false,
    });
  });

  it('treats status 410 as a receiver that is gone', () => {
    expect(judge(410)).toMatchObject({ delivered: false, isGone: true });
  });

  it.each([
    [429, 60_000],
    [503, 60_000],
    [500, undefined],
    [200, undefined],
  ])('reads Retry-After with status %i as %s ms', (status, ms) => {
    expect(judge(status, '', '60').retryAfterMs).toBe(ms);
  });

  it('keeps only the beginning of the response, without unprintable characters', () => {
    const { answer } = judge(200, `a\0b\u001b[31m\u202Ec\n${'😀'.repeat(2_000)}`);

    expect(answer).toMatch(/^a b {1}\[31m c 😀/);
    expect(answer?.length).toBeLessThanOrEqual(1_024);
    expect(answer?.isWellFormed()).toBe(true);
  });
});

describe('classifyFailure', () => {
  it('reports what went wrong', () => {
    const error = OUTBOUND_FAILED({ host: 'example.com', problem: 'it did not answer in time' });

    expect(classifyFailure(error)).toMatchObject({
      delivered: false,
      wasAnswered: false,
      error: expect.stringContaining('in time') as string,
    });
  });

  it('reveals nothing about internal addresses', () => {
    const problems = ['it has no public address', 'its address cannot be checked behind a proxy'];
    const errors = problems.map(
      (problem) => classifyFailure(OUTBOUND_FORBIDDEN({ host: 'db.internal', problem })).error,
    );

    expect(new Set(errors)).toEqual(new Set(['The receiver does not have a public address.']));
  });

  it('throws unexpected errors', () => {
    expect(() => classifyFailure(new TypeError('oops'))).toThrow('oops');
  });
});
