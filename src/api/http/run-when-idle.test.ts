import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runWhenIdle } from './run-when-idle.ts';

let app: FastifyInstance;
const work = vi.fn<() => void>();

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  work.mockReset();
  app = Fastify();
  runWhenIdle(app, work);
  app.get('/', async () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

it('runs the work once after the start', () => {
  vi.advanceTimersByTime(9_000);
  expect(work).not.toHaveBeenCalled();

  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledOnce();
});

it('waits while requests arrive', async () => {
  for (let second = 0; second < 20; second += 1) {
    await app.inject('/');
    vi.advanceTimersByTime(1_000);
  }
  expect(work).not.toHaveBeenCalled();

  vi.advanceTimersByTime(2_000);
  expect(work).toHaveBeenCalledOnce();
});

it('does not run the work after the server has been closed', async () => {
  await app.close();
  vi.advanceTimersByTime(60_000);

  expect(work).not.toHaveBeenCalled();
});
