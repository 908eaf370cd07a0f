import { describe, expect, it } from 'vitest';
import type { WireProfile, WireProfileField } from '../../../src/api/contract/services/profile.ts';
import { isChanged, listChanged, toDraft, toProfileInput, withField, withInForce } from './profile-draft.ts';

const REACH: WireProfileField = {
  value: 'internal',
  complete: false,
  source: 'user',
  basis: null,
  confirmedBy: null,
  confirmedAt: null,
  evidence: null,
};

function aProfile(changes: Partial<WireProfile> = {}): WireProfile {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'default',
    isDefault: true,
    version: 1,
    hash: 'x',
    appliesTo: { environments: [], images: [], sbomKinds: [] },
    fieldsSet: 0,
    createdAt: '2026-11-15T00:00:00.000Z',
    updatedAt: '2026-11-15T00:00:00.000Z',
    updatedBy: 'Ada',
    fields: { 'exposure.reach': REACH },
    stated: { 'exposure.reach': REACH },
    conflicts: [],
    suggestions: {},
    documents: [],
    ...changes,
  };
}

describe('draft of a profile', () => {
  it('is unchanged at first', () => {
    const profile = aProfile();

    expect(isChanged(toDraft(profile), profile)).toBe(false);
  });

  it('confirms a field when its value changes, but not when only its evidence changes', () => {
    const draft = toDraft(aProfile());

    expect(withField(draft, 'runtime.os', { value: 'linux' }).fields['runtime.os']).toMatchObject({ confirmed: true });
    expect(withField(draft, 'exposure.reach', { evidence: 'ADR 7' }).fields['exposure.reach']).toMatchObject({
      confirmed: false,
    });
  });

  it('lists changed fields, including those no longer stated', () => {
    const profile = aProfile();
    const draft = withField(withField(toDraft(profile), 'exposure.reach', { value: 'unknown' }), 'runtime.os', {
      value: 'linux',
    });

    expect(listChanged(draft, profile)).toEqual(['exposure.reach', 'runtime.os']);
    expect(toProfileInput(draft, profile).fields).toEqual({ 'runtime.os': { value: 'linux', confirmed: true } });
  });

  it('leaves the confirmation of untouched fields to the API', () => {
    const profile = aProfile({ stated: { 'exposure.reach': { ...REACH, basis: 'confirmed', confirmedBy: 'Ada' } } });

    expect(toProfileInput(toDraft(profile), profile).fields).toEqual({
      'exposure.reach': { value: 'internal', complete: false, evidence: null },
    });
  });

  it('is changed when a document comes into force', () => {
    const document = {
      kind: 'seccomp' as const,
      name: null,
      confirmedBy: null,
      confirmedAt: null,
      sha256: 'abc',
      inForce: false,
      sizeBytes: 1,
      createdAt: '2026-11-15T00:00:00.000Z',
      createdBy: 'Ada',
      warnings: [],
      facts: [],
    };
    const profile = aProfile({ documents: [document] });

    expect(isChanged(withInForce(toDraft(profile), 'abc', true), profile)).toBe(true);
  });
});
