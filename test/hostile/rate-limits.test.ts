/** Hostile inputs, row T6: guessing tokens, with the default limits of an installation. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, LIMITS } from '../../src/core/limits.ts';
import { newTokenSecret } from '../../src/access/secrets.ts';
import { useHostileAssay } from '../support/hostile-assay.ts';
import type { RawAnswer } from '../support/raw-answer.ts';
import { RawConnection } from '../support/raw-connection.ts';
import { toBytes } from '../support/raw-request.ts';

const hostile = useHostileAssay({
  ASSAY_TOKEN_UPLOADS_PER_MINUTE_MAX: String(DEFAULT_LIMITS.tokenUploadsPerMinuteMax),
  ASSAY_ORG_UPLOADS_PER_MINUTE_MAX: String(DEFAULT_LIMITS.orgUploadsPerMinuteMax),
  // A machine has few addresses of its own, but a trusted proxy can forward requests for any address.
  ASSAY_TRUST_PROXY: '127.0.0.1',
});

const FAILURES_MAX = LIMITS.failedAuthenticationsPerMinuteMax;
const GUESSES = 10_000;
const GUESS_FOR_MS = 5_000;
const CONNECTIONS = 8;
const GUESSED_SECRET = newTokenSecret().text.slice(-43);
const LIST = '/api/v2/service';
const LIMITED = { status: 429, code: 'RATE_LIMITED', withinMs: GUESS_FOR_MS };

/** Sends requests one after the other on one connection, each with a different token, as fast as the responses arrive. */
async function guess(
  from: () => string,
  options: { readonly count: number; readonly isEnough?: (answers: readonly RawAnswer[]) => boolean },
) {
  const connection = await RawConnection.open(hostile.assay.url);
  const answers: RawAnswer[] = [];
  while (answers.length < options.count && options.isEnough?.(answers) !== true) {
    const token = newTokenSecret().text.slice(0, -43) + GUESSED_SECRET;
    const headers = { 'X-Forwarded-For': from() };
    await connection.write(toBytes(hostile.upload({ token, headers, method: 'GET', target: LIST, body: undefined })));
    const answer = await connection.nextAnswer();
    if (answer === undefined) break;
    answers.push(answer);
  }
  connection.destroy();
  return answers;
}

function countOf(answers: readonly RawAnswer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

describe('guessing tokens', () => {
  it('T6 from one address is limited, without affecting clients with a valid token', async () => {
    const start = performance.now();

    await hostile.watch(LIMITED, async () => {
      let guessed = 0;
      const from = (): string => {
        guessed += 1;
        return '192.0.2.1';
      };
      // On a slow machine the limit is reached later.
      const isEnough = (): boolean => guessed > FAILURES_MAX * 3 && performance.now() > start + GUESS_FOR_MS;
      const guesses = Array.from(
        { length: CONNECTIONS },
        async () => await guess(from, { count: GUESSES / CONNECTIONS, isEnough }),
      );
      const answers = (await Promise.all(guesses)).flat();
      const seconds = (performance.now() - start) / 1000;
      console.log(
        `${answers.length} wrong tokens in ${seconds.toFixed(1)} s, ${countOf(answers, 401)} of them answered 401`,
      );

      expect(answers.length).toBeGreaterThan(FAILURES_MAX * 2);
      expect(countOf(answers, 401) + countOf(answers, 429)).toBe(answers.length);
      expect(countOf(answers, 401)).toBeGreaterThanOrEqual(FAILURES_MAX);
      // The bucket refills while the guessing goes on.
      expect(countOf(answers, 401)).toBeLessThanOrEqual(FAILURES_MAX + Math.ceil((seconds * FAILURES_MAX) / 60));
      const limited = answers.filter(({ status }) => status === 429);
      expect(limited.every(({ headers }) => Number(headers['retry-after']) >= 1)).toBe(true);
      return limited.slice(0, 100);
    });

    const fromThere = await hostile.send({ headers: { 'X-Forwarded-For': '192.0.2.1' } }, { status: 200 });
    const fromElsewhere = await hostile.send({ headers: { 'X-Forwarded-For': '192.0.2.2' } }, { status: 200 });
    expect([fromThere.status, fromElsewhere.status]).toEqual([200, 200]);
    expect(countOf(await guess(() => '192.0.2.3', { count: 1 }), 401)).toBe(1);
  });

  it.each([
    ['an IPv6 network of 2^64 addresses', (n: number) => `2001:db8:0:1::${n.toString(16)}`, '2001:db8:0:2::1'],
    [
      'an IPv4 address in several spellings',
      (n: number) => ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109', '0:0:0:0:0:FFFF:CB00:7109'][n % 4] ?? '',
      '::ffff:203.0.113.10',
    ],
  ])('T6 from %s is limited as if from one address', async (_, addressOf, neighbor) => {
    let n = 0;

    const answers = await hostile.watch(LIMITED, async () => {
      const isEnough = (soFar: readonly RawAnswer[]): boolean => countOf(soFar, 429) > 10;
      const all = await guess(() => addressOf((n += 1)), { count: FAILURES_MAX * 3, isEnough });
      return all.filter(({ status }) => status === 429);
    });

    expect(answers.length).toBeGreaterThan(10);
    expect(countOf(await guess(() => neighbor, { count: 1 }), 401)).toBe(1);
  });
});
