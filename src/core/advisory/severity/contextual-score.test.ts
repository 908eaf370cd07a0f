import { describe, expect, it } from 'vitest';
import type { CvssRating } from '../advisory.ts';
import { rateInContext, type ScoreContext } from './contextual-score.ts';
import { rateVector } from './cvss.ts';

const V3 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const STOPS = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H';
const V4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';

const NO_REQUIREMENTS = { confidentiality: null, integrity: null, availability: null };
const UNKNOWN: ScoreContext = { exploitation: null, requirements: NO_REQUIREMENTS, isInternal: false };
const PUBLIC: Partial<ScoreContext> = { exploitation: 'poc' };
const INTERNAL: Partial<ScoreContext> = { isInternal: true };
const stops = (availability: 'H' | 'M' | 'L'): Partial<ScoreContext> => ({
  requirements: { ...NO_REQUIREMENTS, availability },
});

function rated(vector: string): CvssRating {
  const rating = rateVector(vector);
  if ('problem' in rating) throw new Error(`The vector of the test is ${rating.problem}.`);
  return rating;
}

describe('rateInContext', () => {
  it.each<[string, Partial<ScoreContext>, string, number]>([
    [V3, PUBLIC, `${V3}/E:P`, 9.3],
    [V3, INTERNAL, `${V3}/MAV:A`, 8.8],
    [V3, { ...PUBLIC, ...INTERNAL }, `${V3}/E:P/MAV:A`, 8.3],
    [V3, { exploitation: 'active' }, `${V3}/E:H`, 9.8],
    [STOPS, stops('L'), `${STOPS}/AR:L`, 5.7],
    [STOPS, stops('M'), `${STOPS}/AR:M`, 7.5],
    [STOPS, stops('H'), `${STOPS}/AR:H`, 9.3],
    [V4, PUBLIC, `${V4}/E:P`, 8.9],
    [V4, INTERNAL, `${V4}/MAV:A`, 8.7],
    [V4, { exploitation: 'active' }, `${V4}/E:A`, 9.3],
    [V3.replace('3.1', '3.0'), INTERNAL, `${V3.replace('3.1', '3.0')}/MAV:A`, 8.8],
  ])('scores %s with the context %j', (vector, context, contextual, score) => {
    expect(rateInContext(rated(vector), { ...UNKNOWN, ...context })).toMatchObject({ vector: contextual, score });
  });

  it('drops the threat and environmental metrics of the database', () => {
    expect(rateInContext(rated(`${V3}/E:U/MAV:P/CR:L`), { ...UNKNOWN, ...PUBLIC })).toMatchObject({
      vector: `${V3}/E:P`,
      score: 9.3,
    });
  });

  it.each(['A', 'L', 'P'])('does not change the attack vector AV:%s', (from) => {
    const rating = rated(V3.replace('AV:N', `AV:${from}`));

    expect(rateInContext(rating, { ...UNKNOWN, ...INTERNAL })).toBeUndefined();
    expect(rateInContext(rating, { ...UNKNOWN, ...INTERNAL, ...PUBLIC })).toMatchObject({ isNearer: false });
  });

  it.each<[string, CvssRating, Partial<ScoreContext>]>([
    ['nothing is known', rated(V3), {}],
    ['it is of 2.0', rated('AV:N/AC:L/Au:N/C:P/I:P/A:P'), { ...PUBLIC, ...INTERNAL }],
    ['the vector was never checked', { version: '3.1', vector: 'CVSS:3.1/9.8', score: 9.8 }, PUBLIC],
  ])('returns undefined if %s', (_, rating, context) => {
    expect(rateInContext(rating, { ...UNKNOWN, ...context })).toBeUndefined();
  });
});
