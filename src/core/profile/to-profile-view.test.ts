import { describe, expect, it } from 'vitest';
import { PROFILE_PATHS } from './profile-fields.ts';
import type { ProfileView } from './profile-view.ts';
import { parseProfileDocument } from './profile-document.ts';
import type { ProfileField, ProfileFields } from './security-profile.ts';
import { toProfileView } from './to-profile-view.ts';
import { FIELD_SOURCES } from '../vocabulary/profile.ts';

function view(
  fields: ProfileFields,
  documents: readonly (readonly [text: string, inForce?: boolean])[] = [],
): ProfileView {
  const loaded = documents.map(([text, inForce = true], i) => ({
    name: `document ${i + 1}`,
    inForce,
    document: parseProfileDocument(text),
  }));
  return toProfileView({ name: 'web', version: 3, fields }, loaded);
}

describe('known fields of a profile', () => {
  it.each([
    ['user', false, undefined],
    ['user', true, 'confirmed'],
    ['sbom', false, 'fact'],
    ['upload', false, 'fact'],
    ['imported', false, undefined],
    ['imported', true, 'confirmed'],
    ['ai-suggested', false, undefined],
    ['ai-suggested', true, 'confirmed'],
  ] as const)('with source %s and confirmed %s have the basis %s', (source, isConfirmed, basis) => {
    const field: ProfileField = { value: 'internal', source, ...(isConfirmed && { confirmedBy: 'Ann' }) };
    const known = view({ 'exposure.reach': field }).known('exposure.reach');

    expect(known).toEqual(basis === undefined ? undefined : { value: 'internal', complete: false, basis });
  });

  it.each(FIELD_SOURCES)('exclude unknown values with source %s', (source) => {
    const { known } = view({ 'exposure.reach': { value: 'unknown', source, confirmedBy: 'Ann' } });

    expect(PROFILE_PATHS.map(known).filter((each) => each !== undefined)).toEqual([]);
    expect(known('no.such.path')).toBeUndefined();
    expect(known('constructor')).toBeUndefined();
  });

  it('exclude notes', () => {
    const notes: ProfileField = { value: 'All is well.', source: 'user', confirmedBy: 'Ann' };

    expect(view({ 'text.notes': notes }).known('text.notes')).toBeUndefined();
  });

  it('have the completeness of a list', () => {
    const { known } = view({ 'runtime.arch': { value: ['amd64'], complete: true, source: 'sbom' } });

    expect(known('runtime.arch')).toEqual({ value: ['amd64'], complete: true, basis: 'fact' });
  });
});

describe('runtime view of a profile', () => {
  const STRICT = 'profile a { /ok r, }';
  const LOOSE = 'profile b { file,\n network,\n capability, }';
  const NO_EXEC =
    '{ "defaultAction": "SCMP_ACT_ERRNO", "syscalls": [{ "names": ["read"], "action": "SCMP_ACT_ALLOW" }] }';
  const ALLOWING = '{ "defaultAction": "SCMP_ACT_ALLOW" }';
  const OBSERVED =
    '{ "kind": "observed", "image": "a", "from": "2026-01-01T00:00:00Z", "to": "2026-01-09T00:00:00Z", "files": ["/a"] }';

  it('uses only documents in force', () => {
    expect(view({}).runtime).toBeUndefined();
    expect(view({}, [[STRICT, false]]).runtime).toBeUndefined();
    expect(view({}, [[OBSERVED]]).runtime).toBeUndefined();
    expect(view({}, [[STRICT]]).runtime?.file('/other', 'read')).toEqual({
      answer: 'denied',
      evidence: [{ document: 'document 1', line: 1, text: 'profile a' }],
    });
  });

  it('gives unknown for queries that no document covers', () => {
    expect(view({}, [[STRICT]]).runtime?.syscall('bpf')).toEqual({ answer: 'unknown', evidence: [] });
    expect(view({}, [[NO_EXEC]]).runtime?.file('/other', 'read').answer).toBe('unknown');
    expect(view({}, [[NO_EXEC]]).runtime?.capability('kill').answer).toBe('unknown');
  });

  it.each([
    [[STRICT], 'denied'],
    [[LOOSE], 'allowed'],
    [[LOOSE, NO_EXEC], 'denied'],
    [[STRICT, ALLOWING], 'denied'],
    [[LOOSE, ALLOWING], 'allowed'],
    [[STRICT, LOOSE], 'allowed'],
    [[NO_EXEC, ALLOWING], 'allowed'],
    [[STRICT, LOOSE, NO_EXEC], 'denied'],
  ])('combines %j: starting a program is %s', (documents, expected) => {
    const { runtime } = view(
      {},
      documents.map((text) => [text]),
    );

    expect(runtime?.execAny().answer).toBe(expected);
    expect(runtime?.listen('tcp', 80).answer).toBe(expected);
  });

  it('evaluates conditions of seccomp with the known fields', () => {
    const text =
      '{ "defaultAction": "SCMP_ACT_ERRNO", "syscalls": [{ "names": ["bpf"], "action": "SCMP_ACT_ALLOW", "includes": { "caps": ["CAP_BPF"] } }] }';
    const none: ProfileField = { value: [], complete: true, source: 'user' };

    expect(view({ 'privilege.capabilities': none }, [[text]]).runtime?.syscall('bpf').answer).toBe('allowed');
    expect(
      view({ 'privilege.capabilities': { ...none, confirmedBy: 'Ann' } }, [[text]]).runtime?.syscall('bpf').answer,
    ).toBe('denied');
  });

  it('includes observations without confirmation', () => {
    const [observation] = view({}, [[OBSERVED, false]]).observations;

    expect(observation).toMatchObject({ image: 'a', from: '2026-01-01T00:00:00Z', to: '2026-01-09T00:00:00Z' });
    expect(observation?.hasObserved('/a')).toBe(true);
    expect(observation?.hasObserved('/b')).toBe(false);
  });
});
