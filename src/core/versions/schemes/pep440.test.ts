import { describe, expect, it } from 'vitest';
import { pep440 } from './pep440.ts';

function read(text: string): NonNullable<ReturnType<typeof pep440.parse>> {
  const version = pep440.parse(text);
  if (version === undefined) throw new Error(`${text} can be read.`);
  return version;
}

describe('pep440', () => {
  it.each([
    ['1.0', undefined],
    ['1!2.0.post1+cpu', undefined],
    ['1.0-1', undefined],
    ['0.9-stable', 'legacy-version'],
    ['7.2.0-12.1', 'legacy-version'],
    ['2013-01-23T17:11:52+0100', 'legacy-version'],
  ])('returns the assumption for %s: %s', (text, assumption) => {
    expect(pep440.assumptionOf?.(read(text))).toBe(assumption);
  });

  it('removes the local part if there is one', () => {
    const bare = pep440.withoutLocalPart?.(read('1.0+cpu'));
    if (bare === undefined) throw new Error('It has a local part.');

    expect(pep440.compare(bare, read('1.0'))).toBe(0);
    expect(pep440.withoutLocalPart?.(read('1.0'))).toBeUndefined();
    expect(pep440.withoutLocalPart?.(read('0.9-stable+cpu'))).toBeUndefined();
  });
});
