import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssayError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { kindOf, PROFILE_PATHS, type ProfilePath } from './profile-fields.ts';
import { parseProfileFields } from './parse-profile-fields.ts';

const ONE_VALUE: Readonly<Record<string, unknown>> = {
  'exposure.entryPoints': [{ protocol: 'https', port: 443, auth: 'user' }],
  'runtime.languages': [{ name: 'node', version: '24.1.0' }],
  'runtime.distro': 'debian-12',
  'privilege.capabilities': ['chown'],
  'usage.featuresUsed': [{ purl: 'pkg:npm/a', feature: 'b' }],
  'usage.featuresNotUsed': [{ purl: 'pkg:npm/*', feature: 'b', note: 'c' }],
  'usage.commandsUsed': ['git'],
  'usage.commandsNotUsed': ['ssh'],
  'text.notes': 'First line.\n\tSecond line.',
};

function valueFor(path: ProfilePath): unknown {
  const kind = kindOf(path);
  if (kind.type === 'enum') return kind.values[0];
  if (kind.type === 'enum-list') return [kind.values[0]];
  return kind.type === 'control' ? { scope: 'all', verifiedAt: '2026-01-01T00:00:00Z' } : ONE_VALUE[path];
}

function read(path: string, value: unknown, more: object = {}): unknown {
  return parseProfileFields({ [path]: { value, source: 'user', ...more } });
}

describe('parseProfileFields', () => {
  it.each(PROFILE_PATHS)('accepts the values of %s and unknown, and nothing else', (path) => {
    const field = { value: valueFor(path), source: 'user', confirmedBy: 'Ann', confirmedAt: '2026-01-01T00:00:00Z' };

    expect(parseProfileFields({ [path]: field })).toEqual({ [path]: field });
    expect(read(path, 'unknown')).toEqual({ [path]: { value: 'unknown', source: 'user' } });
    expect(() => read(path, 7)).toThrow(expect.objectContaining({ code: 'PROFILE_INVALID' }));
    expect(() => read(path, undefined)).toThrow(expect.objectContaining({ code: 'PROFILE_INVALID' }));
    expect(() => read(path, { a: 1 })).toThrow(expect.objectContaining({ code: 'PROFILE_INVALID' }));
  });

  it.each([
    [
      { 'exposure.raech': {} },
      /"exposure.raech" is not a known field. Known fields are exposure.reach, exposure.entryPoints/,
    ],
    [{ color: {} }, /"color" is not a known field. Fields begin with exposure\., input\., runtime\./],
    [{ __proto__x: {} }, /is not a known field/],
    [{ constructor: {} }, /is not a known field/],
    [[], /must be an object with field paths/],
    [null, /must be an object with field paths/],
    [{ 'exposure.reach': 'internal' }, /must be an object with "value" and "source"/],
    [{ 'exposure.reach': { value: 'internal' } }, /"exposure.reach.source" must be one of user, sbom/],
    [
      { 'exposure.reach': { value: 'space', source: 'user' } },
      /must be one of internet, partner, internal, host-only, none, unknown/,
    ],
    [{ 'exposure.reach': { value: 'none', source: 'user', note: 'x' } }, /has an unknown member "note"/],
    [{ 'exposure.reach': { value: 'none', source: 'user', complete: true } }, /complete" is only valid for lists/],
    [{ 'runtime.arch': { value: [], source: 'user', complete: 1 } }, /complete" must be true or false/],
    [{ 'runtime.arch': { value: ['vax'], source: 'user' } }, /"runtime.arch\/0" must be one of/],
    [
      { 'input.acceptsUntrusted': { value: ['none', 'xml'], source: 'user' } },
      /cannot combine "none" with other values/,
    ],
    [{ 'exposure.entryPoints': { value: [{ port: 1 }], source: 'user' } }, /requires "protocol"/],
    [
      { 'exposure.entryPoints': { value: [{ protocol: 'a', port: 0 }], source: 'user' } },
      /must be a port from 1 to 65535/,
    ],
    [
      { 'exposure.entryPoints': { value: [{ protocol: 'a', host: 'b' }], source: 'user' } },
      /may only have the members/,
    ],
    [
      { 'text.notes': { value: 'a'.repeat(LIMITS.profileNotesBytesMax + 1), source: 'user' } },
      /must have at most 8192 bytes/,
    ],
    [{ 'text.notes': { value: 'a\u0000', source: 'user' } }, /contains a control character/],
    [{ 'privilege.capabilities': { value: Array(1_001).fill('a'), source: 'user' } }, /must have at most 1000 entries/],
    [{ 'privilege.capabilities': { value: [''], source: 'user' } }, /must not be empty/],
    [{ 'controls.waf': { value: 'yes', source: 'user' } }, /must be an object with scope, verifiedAt/],
    [
      { 'ops.environment': { value: 'prod', source: 'user', confirmedBy: 7 } },
      /"ops.environment.confirmedBy" must be a string/,
    ],
  ])('rejects %.80j with its path', (input, message) => {
    expect(() => parseProfileFields(input)).toThrow(message);
  });

  it('sorts lists and removes duplicates', () => {
    expect(read('runtime.arch', ['arm64', 'amd64', 'arm64'], { complete: true })).toEqual({
      'runtime.arch': { value: ['amd64', 'arm64'], complete: true, source: 'user' },
    });
  });

  it('is idempotent', () => {
    const fields = parseProfileFields(
      Object.fromEntries(PROFILE_PATHS.map((path) => [path, { value: valueFor(path), source: 'imported' }])),
    );

    expect(parseProfileFields(fields)).toEqual(fields);
  });

  it('rejects any input only with a defined error', () => {
    const some = fc.dictionary(fc.constantFrom(...PROFILE_PATHS, 'x'), fc.anything());

    fc.assert(
      fc.property(fc.oneof(fc.anything(), some), (input) => {
        try {
          parseProfileFields(input);
        } catch (error) {
          expect(error).toBeInstanceOf(AssayError);
        }
      }),
    );
  });
});
