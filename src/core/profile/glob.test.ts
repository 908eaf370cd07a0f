import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { compileGlob, matchGlob } from './glob.ts';

const PLENTY = 1_000_000_000;

function matches(pattern: string, text: string): boolean | undefined {
  const glob = compileGlob(pattern);
  if (glob === undefined) throw new Error('The pattern cannot be read.');
  return matchGlob(glob, text, { steps: PLENTY });
}

describe('glob', () => {
  it.each([
    ['/etc/passwd', '/etc/passwd', true],
    ['/etc/passwd', '/etc/passwd2', false],
    ['/etc/*', '/etc/passwd', true],
    ['/etc/*', '/etc/ssl/cert.pem', false],
    ['/etc/**', '/etc/ssl/cert.pem', true],
    ['/etc/***', '/etc/ssl/cert.pem', true],
    ['/**', '/a', true],
    ['/**.so', '/usr/lib/a.so', true],
    ['/**.so', '/usr/lib/a.so.1', false],
    ['/usr/lib/*.so*', '/usr/lib/a.so.1', true],
    ['/tmp/?', '/tmp/a', true],
    ['/tmp/?', '/tmp/', false],
    ['/tmp/?x', '/tmp//x', false],
    ['/tmp/[a-c]', '/tmp/b', true],
    ['/tmp/[a-c]', '/tmp/d', false],
    ['/tmp/[^a-c]', '/tmp/d', true],
    ['/tmp/[abc-]', '/tmp/-', true],
    ['/tmp/[\\]]', '/tmp/]', true],
    ['/{usr/,}bin/sh', '/bin/sh', true],
    ['/{usr/,}bin/sh', '/usr/bin/sh', true],
    ['/{usr/,}bin/sh', '/opt/bin/sh', false],
    ['/{a,b{c,d}}/e', '/bd/e', true],
    ['/{a,b{c,d}}/e', '/b/e', false],
    ['/{*,a/b}', '/a/b', true],
    ['/{}x', '/x', true],
    ['/a,b', '/a,b', true],
    ['/a\\*', '/a*', true],
    ['/a\\*', '/ab', false],
    ['/a\\{b', '/a{b', true],
    ['', '', true],
    ['', 'a', false],
  ])('matches %s against %s: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it.each([
    '/a{b',
    '/a}b',
    '/a[b',
    '/a[]',
    '/{a,{b}',
    '{'.repeat(LIMITS.globDepthMax + 1),
    '/'.repeat(LIMITS.globCharactersMax + 1),
  ])('rejects %j', (pattern) => {
    expect(compileGlob(pattern)).toBeUndefined();
  });

  it('agrees with a naive matcher', () => {
    const pattern = fc.array(fc.constantFrom('a', 'b', '/', '*', '**', '?', '[ab]', '[^a]', '{', '}', ','), {
      maxLength: 9,
    });
    const text = fc.array(fc.constantFrom('a', 'b', '/', ','), { maxLength: 6 });

    fc.assert(
      fc.property(pattern, text, (parts, characters) => {
        const source = parts.join('');
        fc.pre(compileGlob(source) !== undefined);

        expect(matches(source, characters.join(''))).toBe(obviously(source, characters.join('')));
      }),
      { numRuns: 3_000 },
    );
  });

  it('stays within a number of steps bounded by the size of any pattern', () => {
    const hostile = [
      '/' + '**a'.repeat(400),
      '/' + '{a,**}'.repeat(300),
      '/' + '*?'.repeat(700),
      `/${'{'.repeat(50)}a${'}'.repeat(50)}`,
    ];

    for (const pattern of hostile) {
      const glob = compileGlob(pattern);
      const budget = { steps: PLENTY };
      if (glob === undefined) throw new Error('The pattern cannot be read.');
      matchGlob(glob, `/${'a'.repeat(500)}b`, budget);

      expect(PLENTY - budget.steps).toBeLessThanOrEqual((glob.program.length + 1) * 502 + 1);
    }
  });

  it('gives no result when the budget is used up', () => {
    const glob = compileGlob('/**a**b') ?? { prefix: '', program: [] };

    expect(matchGlob(glob, `/${'a'.repeat(100)}`, { steps: 50 })).toBeUndefined();
    expect(matchGlob(glob, '/ab', { steps: 0 })).toBeUndefined();
  });
});

/** Naive matcher: expands the alternatives, then tries every way to split the text. */
function obviously(pattern: string, text: string): boolean {
  return writeOut(pattern).some((each) => matchesPlain(each, text));
}

function writeOut(pattern: string): readonly string[] {
  const open = pattern.indexOf('{');
  if (open === -1) return [pattern];
  let depth = 0;
  const cuts = [open];
  for (let i = open; i < pattern.length; i += 1) {
    if (pattern[i] === '{') depth += 1;
    if (pattern[i] === ',' && depth === 1) cuts.push(i);
    if (pattern[i] === '}') depth -= 1;
    if (depth === 0) {
      cuts.push(i);
      break;
    }
  }
  const end = cuts.at(-1) ?? 0;
  return cuts.slice(0, -1).flatMap((cut, k) =>
    // Separated with a mark, so that a star at the edge of an alternative does not merge with its neighbor.
    writeOut(`${pattern.slice(0, open)}|${pattern.slice(cut + 1, cuts[k + 1])}|${pattern.slice(end + 1)}`),
  );
}

function matchesPlain(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern.startsWith('|')) return matchesPlain(pattern.slice(1), text);
  const stars = /^\*+/.exec(pattern)?.[0].length ?? 0;
  if (stars > 0) {
    for (let i = 0; i <= text.length; i += 1) {
      if (stars === 1 && text.slice(0, i).includes('/')) return false;
      if (matchesPlain(pattern.slice(stars), text.slice(i))) return true;
    }
    return false;
  }
  const first = text[0];
  if (first === undefined) return false;
  if (pattern.startsWith('[ab]')) return 'ab'.includes(first) && matchesPlain(pattern.slice(4), text.slice(1));
  if (pattern.startsWith('[^a]')) return first !== 'a' && matchesPlain(pattern.slice(4), text.slice(1));
  const takes = pattern.startsWith('?') ? first !== '/' : first === pattern[0];
  return takes && matchesPlain(pattern.slice(1), text.slice(1));
}
