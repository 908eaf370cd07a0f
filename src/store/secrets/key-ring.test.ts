import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyRing, toReadOnlyKeyRing } from './key-ring.ts';

const OLD = randomBytes(32);
const NEW = randomBytes(32);
const PLACE = { orgId: '0190b1c2-0000-7000-8000-000000000001', purpose: 'webhook:1' };

describe('KeyRing', () => {
  it('opens any text that it has sealed', () => {
    const ring = createKeyRing([OLD]);

    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(ring.open(ring.seal(text, PLACE), PLACE)).toBe(text);
      }),
    );
  });

  it('verifies signatures of any of its keys, only for the same place and text', () => {
    const signature = createKeyRing([OLD]).sign('text', PLACE);
    const ring = createKeyRing([OLD, NEW]);

    expect(ring.isSigned('text', PLACE, signature)).toBe(true);
    expect(ring.sign('text', PLACE)).not.toBe(signature);
    expect(createKeyRing([NEW]).isSigned('text', PLACE, signature)).toBe(false);
    expect(ring.isSigned('texts', PLACE, signature)).toBe(false);
    expect(ring.isSigned('text', { ...PLACE, orgId: '' }, signature)).toBe(false);
    for (const other of ['', 'x', `${signature}A`, signature.slice(1)])
      expect(ring.isSigned('text', PLACE, other)).toBe(false);
  });

  it('seals the same text differently each time and reveals nothing of it', () => {
    const ring = createKeyRing([OLD]);

    const sealed = ring.seal('whsec_something', PLACE);

    expect(sealed).not.toBe(ring.seal('whsec_something', PLACE));
    expect(sealed).not.toContain('whsec');
    expect(sealed).not.toContain(OLD.toString('base64'));
  });

  it('opens texts of an older key and seals with the newest', () => {
    const sealed = createKeyRing([OLD]).seal('text', PLACE);
    const ring = createKeyRing([OLD, NEW]);

    expect(ring.open(sealed, PLACE)).toBe('text');
    expect(ring.isCurrent(sealed)).toBe(false);
    expect(ring.isCurrent(ring.seal('text', PLACE))).toBe(true);
  });

  it('names the missing key', () => {
    const [keyId] = createKeyRing([OLD]).keyIds;
    const sealed = createKeyRing([OLD]).seal('text', PLACE);

    expect(() => createKeyRing([NEW]).open(sealed, PLACE)).toThrow(
      expect.objectContaining({ code: 'SECRET_UNREADABLE', message: expect.stringContaining(keyId ?? '') as string }),
    );
    expect(() => createKeyRing([NEW]).open('nonsense', PLACE)).toThrow('unknown');
  });

  it.each([
    ['another organization', { ...PLACE, orgId: '0190b1c2-0000-7000-8000-000000000002' }],
    ['another purpose', { ...PLACE, purpose: 'webhook:2' }],
  ])('does not open for %s', (_, place) => {
    const ring = createKeyRing([OLD]);
    const sealed = ring.seal('text', PLACE);

    expect(() => ring.open(sealed, place)).toThrow('unable to authenticate');
  });

  it('does not open a sealed text that was changed', () => {
    const ring = createKeyRing([OLD]);
    const sealed = ring.seal('text', PLACE);
    const bytes = Buffer.from(sealed.slice(19), 'base64');

    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => ring.open(sealed.slice(0, 19) + changed.toString('base64'), PLACE)).toThrow(
        'unable to authenticate',
      );
    }
  });

  it('does not seal with the wrong key, but still opens', () => {
    const ring = createKeyRing([OLD]);
    const sealed = ring.seal('text', PLACE);

    expect(toReadOnlyKeyRing(ring).open(sealed, PLACE)).toBe('text');
    expect(() => toReadOnlyKeyRing(ring).seal('text', PLACE)).toThrow(
      expect.objectContaining({ code: 'SECRET_KEY_WRONG' }),
    );
  });
});
