import { describe, expect, it } from 'vitest';
import type { ProfileFields } from './security-profile.ts';
import { listChangedPaths, toProfileFields } from './to-profile-fields.ts';

const ADA = { by: 'Ada', at: '2026-11-15T12:00:00.000Z' };
const BOB = { by: 'Bob', at: '2026-11-16T12:00:00.000Z' };

const CONFIRMED: ProfileFields = {
  'exposure.reach': { value: 'internal', source: 'user', confirmedBy: 'Ada', confirmedAt: ADA.at },
};

describe('toProfileFields', () => {
  it.each([
    ['that is not confirmed yet', { value: 'internal' }, {}],
    [
      'that is confirmed by the caller',
      { value: 'internal', confirmed: true },
      { confirmedBy: 'Ada', confirmedAt: ADA.at },
    ],
    ['that is unknown and cannot be confirmed', { value: 'unknown', confirmed: true }, {}],
  ])('handles a value %s', (_, field, confirmation) => {
    const stated = toProfileFields({ 'exposure.reach': field }, {}, ADA);

    expect(stated).toEqual({ 'exposure.reach': { value: field.value, source: 'user', ...confirmation } });
  });

  it('keeps the original confirmation when the same value is sent again', () => {
    expect(toProfileFields({ 'exposure.reach': { value: 'internal' } }, CONFIRMED, BOB)).toEqual(CONFIRMED);
    expect(toProfileFields({ 'exposure.reach': { value: 'internal', confirmed: true } }, CONFIRMED, BOB)).toEqual(
      CONFIRMED,
    );
  });

  it('drops the confirmation of a changed value, and a revoked one', () => {
    const other = toProfileFields({ 'exposure.reach': { value: 'internet' } }, CONFIRMED, BOB);
    const back = toProfileFields({ 'exposure.reach': { value: 'internal', confirmed: false } }, CONFIRMED, BOB);

    expect(other['exposure.reach']).toEqual({ value: 'internet', source: 'user' });
    expect(back['exposure.reach']?.confirmedBy).toBeUndefined();
  });

  it('treats a value as unchanged in any order of its members', () => {
    const port = { value: [{ protocol: 'tcp', port: 443, auth: 'none' }] };
    const before = toProfileFields({ 'exposure.entryPoints': { ...port, confirmed: true } }, {}, ADA);
    const turned = { value: [{ auth: 'none', port: 443, protocol: 'tcp' }] };

    expect(toProfileFields({ 'exposure.entryPoints': turned }, before, BOB)['exposure.entryPoints']).toMatchObject({
      confirmedBy: 'Ada',
    });
  });

  it('removes omitted fields', () => {
    expect(toProfileFields({}, CONFIRMED, BOB)).toEqual({});
    expect(listChangedPaths(CONFIRMED, {})).toEqual(['exposure.reach']);
  });

  it('rejects an unknown field', () => {
    expect(() => toProfileFields({ 'exposure.reached': { value: 'internal' } }, {}, ADA)).toThrow(
      /is not a known field/,
    );
  });
});
