import { describe, expect, it } from 'vitest';
import { deriveFields, type LabeledTraits, mergeFields } from './derive-fields.ts';
import { parseProfileFields } from '../parse-profile-fields.ts';

const IMAGE: LabeledTraits = {
  label: 'acme/web:1',
  kind: 'deployed',
  isContainer: true,
  platform: { os: ['linux'], arch: ['amd64'] },
  distro: 'debian-12',
  languages: [{ name: 'node', version: '24.1.0' }],
  hasShell: true,
};

function values(...documents: readonly LabeledTraits[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(deriveFields(documents)).map(([path, field]) => [path, field.value]));
}

describe('deriveFields', () => {
  it('returns facts that form a valid profile', () => {
    const fields = deriveFields([IMAGE]);

    expect(fields['runtime.os']).toEqual({ value: 'linux', source: 'sbom', evidence: 'SBOM of acme/web:1' });
    expect(fields['runtime.arch']).toMatchObject({ value: ['amd64'], complete: true });
    expect(fields['runtime.languages']).toMatchObject({
      value: [{ name: 'node', version: '24.1.0' }],
      complete: false,
    });
    expect(values(IMAGE)).toMatchObject({
      'runtime.containerized': 'yes',
      'runtime.distro': 'debian-12',
      'privilege.shellAvailable': 'yes',
    });
    expect(parseProfileFields(fields)).toEqual(fields);
  });

  it.each([
    ['nothing about sources and builds', [{ ...IMAGE, isContainer: false, kind: 'source' as const }], {}],
    ['nothing without a document', [], {}],
    [
      'never the absence of a shell or a container',
      [{ ...IMAGE, isContainer: false, hasShell: false, distro: null, languages: [], platform: { os: [], arch: [] } }],
      {},
    ],
  ])('derives %s', (_name, documents, expected) => {
    expect(values(...documents)).toEqual(expected);
  });

  it('derives nothing where documents differ or one of them has no value', () => {
    const other: LabeledTraits = {
      ...IMAGE,
      label: 'b',
      distro: 'alpine-3.20',
      platform: { os: ['windows'], arch: ['arm64'] },
      hasShell: false,
    };
    const silent: LabeledTraits = { ...IMAGE, label: 'c', distro: null, platform: { os: [], arch: [] }, languages: [] };

    expect(values(IMAGE, other)).toEqual({
      'runtime.containerized': 'yes',
      'runtime.arch': ['amd64', 'arm64'],
      'runtime.languages': [{ name: 'node', version: '24.1.0' }],
      'privilege.shellAvailable': 'yes',
    });
    expect(deriveFields([IMAGE, silent])['runtime.os']).toBeUndefined();
    expect(deriveFields([IMAGE, silent])['runtime.arch']).toMatchObject({ value: ['amd64'], complete: false });
    expect(deriveFields([silent, IMAGE])['runtime.distro']).toBeUndefined();
  });

  it('does not depend on the order of documents', () => {
    const other: LabeledTraits = {
      ...IMAGE,
      label: 'b',
      platform: { os: ['linux'], arch: ['386'] },
      languages: [{ name: 'go' }],
    };

    expect(values(IMAGE, other)).toEqual(values(other, IMAGE));
  });
});

describe('mergeFields', () => {
  const SHOWN = { value: 'linux', source: 'sbom' } as const;

  it.each([
    [
      'prefers a confirmed value and reports the conflict',
      { value: 'windows', source: 'user', confirmedBy: 'Ann' },
      'windows',
      1,
    ],
    ['reports no conflict for an equal value', { value: 'linux', source: 'user', confirmedBy: 'Ann' }, 'linux', 0],
    ['overrides an unconfirmed value and reports the conflict', { value: 'windows', source: 'user' }, 'linux', 1],
    ['overrides a suggestion', { value: 'windows', source: 'ai-suggested' }, 'linux', 1],
    ['overrides an imported value', { value: 'linux', source: 'imported' }, 'linux', 0],
    ['overrides an unknown value', { value: 'unknown', source: 'user', confirmedBy: 'Ann' }, 'linux', 0],
  ] as const)('%s', (_name, said, value, conflicts) => {
    const merged = mergeFields({ 'runtime.os': said }, { 'runtime.os': SHOWN });

    expect(merged.fields['runtime.os']?.value).toBe(value);
    expect(merged.conflicts).toHaveLength(conflicts);
    if (conflicts > 0) expect(merged.conflicts[0]).toMatchObject({ path: 'runtime.os', used: { value } });
  });

  it.each([
    ['contains', ['amd64', 'arm64'], 0],
    ['lacks', ['arm64'], 1],
  ])('compares a list that %s the derived values: %d conflicts', (_word, value, conflicts) => {
    const merged = mergeFields(
      { 'runtime.arch': { value, source: 'user', confirmedBy: 'Ann', complete: true } },
      { 'runtime.arch': { value: ['amd64'], source: 'sbom' } },
    );

    expect(merged.conflicts).toHaveLength(conflicts);
  });

  it('keeps fields that only one side defines', () => {
    const merged = mergeFields({ 'ops.environment': { value: 'prod', source: 'user' } }, { 'runtime.os': SHOWN });

    expect(Object.keys(merged.fields)).toEqual(['runtime.os', 'ops.environment']);
  });
});
