import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCpe } from './cpe.ts';

function summaryOf(text: string): string {
  const cpe = parseCpe(text);
  if (cpe === undefined) return 'nothing';
  const { part, vendor, product, version, update, targetSoftware } = cpe;
  return [part, vendor, product, version, update, targetSoftware].map((each) => each ?? '*').join(' ');
}

describe('parseCpe', () => {
  it.each([
    ['cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*', 'a apache log4j 2.14.1 * *'],
    ['CPE:2.3:A:Apache:Log4J:2.14.1:RC1:*:*:*:*:*:*', 'a apache log4j 2.14.1 rc1 *'],
    ['cpe:2.3:a:x:y:1:*:*:*:*:node.js:*:*', 'a x y 1 * node.js'],
    ['cpe:2.3:o:redhat:enterprise_linux:8:*:baseos:*:*:*:*:*', 'o redhat enterprise_linux 8 * *'],
    ['cpe:2.3:a:tianon:gosu:\\(devel\\):*:*:*:*:*:*:*', 'a tianon gosu (devel) * *'],
    ['cpe:2.3:a:a\\:b:c:1', 'a a:b c 1 * *'],
    ['cpe:2.3:a:vendor:product', 'a vendor product * * *'],
    ['cpe:2.3:*:postgresql:postgresql:15.3.0:*:*:*:*:*:*:*', '* postgresql postgresql 15.3.0 * *'],
    ['cpe:2.3:a:x:y:-:*', 'a x y - * *'],
    ['cpe:/a:apache:log4j:2.14.1', 'a apache log4j 2.14.1 * *'],
    ['cpe:/o:redhat:enterprise_linux:8::baseos', 'o redhat enterprise_linux 8 * *'],
    ['cpe:/a:x:y%2fz:1:rc1:~~~node.js~~', 'a x y/z 1 rc1 node.js'],
    [' cpe:/a:x:y ', 'a x y * * *'],
    ['cpe:/a:x:%zz', 'a x %zz * * *'],
  ])('parses %s as %s', (text, summary) => {
    expect(summaryOf(text)).toBe(summary);
  });

  it.each([
    '',
    'cpe:',
    'cpe:2.3:',
    'cpe:2.3:a',
    'cpe:/a',
    'cpe:2.3:*:*:*:*:*:*:*:*:*:*:*',
    'cpe:2.3:a:*:*:1.0:*:*:*:*:*:*:*',
    'cpe:/app:redhat:simple:1::el9',
    'cpe:2.2:a:x:y',
    'pkg:npm/a@1',
    'x cpe:/a:x:y',
  ])('rejects %j', (text) => {
    expect(parseCpe(text)).toBeUndefined();
  });

  it('never throws, and terminates for hostile text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        parseCpe(`cpe:2.3:a:${text}`);
        parseCpe(`cpe:/a:${text}`);
      }),
    );
    for (const piece of [':', '\\', '%', '~', 'a']) {
      expect(() => parseCpe(`cpe:2.3:a:x:${piece.repeat(1_000_000)}`)).not.toThrow();
      expect(() => parseCpe(`cpe:/a:x:${piece.repeat(1_000_000)}`)).not.toThrow();
    }
  });
});
