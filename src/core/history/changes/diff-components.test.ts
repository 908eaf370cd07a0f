import { describe, expect, it } from 'vitest';
import { diffComponents, versionsByPackage, type DiffComponent } from './diff-components.ts';

function components(...texts: readonly string[]): DiffComponent[] {
  return texts.map((text) => {
    const [name = '', version = ''] = text.split('@');
    return { package: `npm ${name}`, name, version, purl: null };
  });
}

describe('diffComponents', () => {
  it.each<[string, string[], string[], string[][]]>([
    ['reports an upgrade as one change', ['a@1', 'b@1'], ['a@2', 'b@1'], [[], [], ['1 2']]],
    ['reports an added second version', ['a@1'], ['a@1', 'a@2'], [['a@2'], [], []]],
    ['reports the replacement of one of two versions', ['a@1', 'a@2'], ['a@1', 'a@3'], [['a@3'], ['a@2'], []]],
    ['reports no change for equal lists', ['a@1', 'a@1'], ['a@1'], [[], [], []]],
  ])('%s', (_, base, head, expected) => {
    const { added, removed, changed } = diffComponents(components(...base), components(...head));
    const names = (list: readonly DiffComponent[]): string[] => list.map(({ name, version }) => `${name}@${version}`);

    expect([names(added), names(removed), changed.map(({ from, to }) => `${from} ${to}`)]).toEqual(expected);
  });
});

describe('versionsByPackage', () => {
  it('lists each version of a package once, sorted', () => {
    const versions = versionsByPackage(components('a@2', 'a@1', 'a@2', 'b@1'));

    expect([...versions]).toEqual([
      ['npm a', ['1', '2']],
      ['npm b', ['1']],
    ]);
  });
});
