import { describe, expect, it } from 'vitest';
import { OUTBOUND_FAILED, OUTBOUND_FORBIDDEN } from '../../outbound/errors.ts';
import { classifyResponse, classifyFailure, toEventBody, toTestBody } from './send-message.ts';
import type { StoredEvent } from '../../store/delivery/list-events.ts';

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

const EVENT: StoredEvent = {
  id: '0190b1c2-0000-7000-8000-000000000001',
  position: 42,
  type: 'analysis.completed',
  at: '2026-05-04T10:00:00.000Z',
  serviceId: '0190b1c2-0000-7000-8000-000000000002',
  versionId: '0190b1c2-0000-7000-8000-000000000003',
  sbomId: null,
  analysisId: '0190b1c2-0000-7000-8000-000000000004',
  findingId: null,
  snapshot: null,
  cause: null,
  detail: { introduced: 3 },
};

function read(body: Buffer): unknown {
  return JSON.parse(body.toString());
}

describe('the body of a message', () => {
  it('contains the event with its type, time and position', () => {
    const { position, type, at, ...rest } = EVENT;

    expect(read(toEventBody(EVENT))).toEqual({ type, timestamp: at, position, data: { ...rest, type, at } });
  });

  it.each([
    ['the analysis', {}, `/api/v2/analysis/${EVENT.analysisId}`],
    ['the finding', { analysisId: null, findingId: EVENT.id }, `/api/v2/finding/${EVENT.id}`],
    ['the events of its type', { analysisId: null }, '/api/v2/event?type=analysis.completed'],
  ])('replaces a detail that is too large with a link to %s', (_, changes, whole) => {
    const detail = { list: Array.from({ length: 30_000 }, (_each, index) => `finding ${index}`) };

    const body = toEventBody({ ...EVENT, ...changes, detail });

    expect(body.length).toBeLessThan(2_000);
    expect(read(body)).toMatchObject({ position: 42, data: { detail: { truncated: true }, links: { whole } } });
  });

  it('keeps a detail that reaches exactly the size limit', () => {
    const empty = toEventBody({ ...EVENT, detail: { text: '' } }).length;
    const room = 256 * 1024 - empty;

    expect(toEventBody({ ...EVENT, detail: { text: 'x'.repeat(room) } })).toHaveLength(256 * 1024);
    expect(toEventBody({ ...EVENT, detail: { text: 'x'.repeat(room + 1) } }).length).toBeLessThan(2_000);
  });

  it('marks a test message as a test', () => {
    expect(read(toTestBody(EVENT.at))).toMatchObject({ type: 'webhook.test', timestamp: EVENT.at });
  });
});
