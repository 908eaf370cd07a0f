import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rateVector } from './cvss.ts';

const V3 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const V4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';

describe('rateVector', () => {
  it.each([
    ['AV:N/AC:L/Au:N/C:P/I:P/A:P', '2.0', 7.5],
    ['AV:L/AC:H/Au:N/C:N/I:N/A:N', '2.0', 0],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', '3.0', 10],
    [V3, '3.1', 9.8],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', '3.1', 7.5],
    ['CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:N/I:N/A:N', '3.1', 0],
    [V4, '4.0', 9.3],
  ] as const)('scores %s', (vector, version, score) => {
    expect(rateVector(vector)).toEqual({ version, vector, score });
  });

  it.each([
    ['v3.1 with a temporal metric', `${V3}/E:P`, 9.8],
    ['v3.1 with environmental metrics', `${V3}/CR:L/MAV:P`, 9.8],
    ['v2 with a temporal metric', 'AV:N/AC:L/Au:N/C:P/I:P/A:P/E:U', 7.5],
    ['v4 with a threat metric', `${V4}/E:P`, 9.3],
    ['v4 with a modified and a supplemental metric', `${V4}/MAV:A/U:Red`, 9.3],
    ['v3.1 with its metrics in another order', 'CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N', 9.8],
  ])('returns the base score of %s', (_case, vector, score) => {
    expect(rateVector(vector)).toMatchObject({ score, vector });
  });

  it.each([
    ['(AV:N/AC:L/Au:N/C:P/I:P/A:P)', 'AV:N/AC:L/Au:N/C:P/I:P/A:P'],
    [`${V3}/`, V3],
    [`  ${V4}\n`, V4],
  ])('normalizes %j', (vector, plain) => {
    expect(rateVector(vector)).toMatchObject({ vector: plain });
  });

  it.each([
    ['', 'incomplete'],
    ['CVSS:3.1/', 'incomplete'],
    ['CVSS:3.1/AV:N', 'incomplete'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H', 'incomplete'],
    ['CVSS:5.0/AV:N', 'unknown_version'],
    ['CVSS:4.00/AV:N', 'unknown_version'],
    [`${V3}/AV:P`, 'duplicate_metric'],
    [`${V3}/E:P/E:P`, 'duplicate_metric'],
    [V3.toLowerCase(), 'malformed'],
    [`${V3}/XX:N`, 'malformed'],
    [`${V3}/`.concat('/'), 'malformed'],
    ['CVSS:3.1/AV:Q/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'malformed'],
    ['CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'malformed'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:S/SI:N/SA:N', 'malformed'],
    ['CVSS:3.1/constructor:N', 'malformed'],
    ['7.5', 'malformed'],
    [`${V3}${'/E:X'.repeat(1_000)}`, 'malformed'],
  ])('returns a problem, not 0, for %j', (vector, problem) => {
    expect(rateVector(vector)).toEqual({ problem });
  });

  // The examples published by FIRST with the standard.
  it.each(fixture())('agrees with other calculators: %s is %s', (vector, score) => {
    expect(rateVector(vector)).toMatchObject({ score: Number(score) });
  });
});

function fixture(): (readonly [vector: string, score: string])[] {
  return readFileSync(new URL('testdata/cvss-scores.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): readonly [string, string] => {
      const [vector = '', score = ''] = line.split(' ');
      return [vector, score];
    });
}
