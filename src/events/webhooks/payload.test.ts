import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../store/delivery/list-events.ts';
import { toEventBody, toTestBody } from './payload.ts';

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
