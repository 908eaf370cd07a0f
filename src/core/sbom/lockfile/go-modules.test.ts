import { describe, expect, it } from 'vitest';
import { listLinks, listLocked } from '../../../../test/support/lockfiles.ts';
import { parseLockfile } from './parse-lockfile.ts';

const MODULE = `module example.com/shop // the shop

go 1.21
toolchain go1.21.3

require github.com/acme/single v1.0.0

require (
	github.com/acme/direct v1.2.0
	"github.com/acme/quoted" v0.0.0-20200101000000-1a2b3c4d5e6f
	github.com/acme/deep v2.0.0+incompatible // indirect
	github.com/acme/moved v1.0.0
	github.com/acme/local v1.0.0
)

replace (
	github.com/acme/moved => github.com/fork/moved v1.0.1
	github.com/acme/local v1.0.0 => ../local
)

exclude github.com/acme/single v0.9.0
retract [v0.1.0, v0.2.0]
`;

describe('readGoMod', () => {
  it('lists modules after replacements, and Go with its minimum version', () => {
    expect(listLocked('go-mod', MODULE)).toEqual([
      'github.com/acme/deep@v2.0.0+incompatible unknown',
      'github.com/acme/direct@v1.2.0 unknown',
      'github.com/acme/local unknown no-identity',
      'github.com/acme/quoted@v0.0.0-20200101000000-1a2b3c4d5e6f unknown',
      'github.com/acme/single@v1.0.0 unknown',
      'github.com/fork/moved@v1.0.1 unknown',
      'stdlib@>=1.21.3 unknown floating-ref',
    ]);
  });

  it('links only direct modules to the project', () => {
    expect(listLinks('go-mod', MODULE)).not.toContain('. > github.com/acme/deep');
    expect(listLinks('go-mod', MODULE)).toContain('. > github.com/acme/direct');
  });

  it('warns that an old file does not list indirect modules', () => {
    const warningsOf = (go: string): readonly string[] =>
      parseLockfile(`module example.com/shop\n${go}\nrequire example.com/a v1.0.0\n`, 'go-mod').warnings.map(
        ({ code }) => code,
      );

    expect(warningsOf('go 1.16')).toEqual(['LOCKFILE_INCOMPLETE']);
    expect(warningsOf('')).toEqual(['LOCKFILE_INCOMPLETE']);
    expect(warningsOf('go 1.17')).toEqual([]);
  });

  it.each([
    ['require (\n\texample.com/a v1.0.0\n)\n', 'it does not name a module'],
    ['module example.com/shop\nrequire example.com/a\n', 'line 2 names no version'],
    ['module example.com/shop\nreplace example.com/a v1.0.0\n', 'line 2 is not a replacement'],
  ])('refuses %j', (text, problem) => {
    expect(() => listLocked('go-mod', text)).toThrow(problem);
  });
});

describe('readGoSum', () => {
  it('lists modules whose source was downloaded', () => {
    const text =
      'example.com/a v1.0.0 h1:x=\nexample.com/a v1.0.0/go.mod h1:x=\nexample.com/b v1.0.0/go.mod h1:x=\nexample.com/c v1.0.0 h1:x=\n';

    expect(listLocked('go-sum', text)).toEqual(['example.com/a@v1.0.0 unknown', 'example.com/c@v1.0.0 unknown']);
  });
});
