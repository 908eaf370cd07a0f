import { describe, expect, it } from 'vitest';
import { diffVersions, type DiffComponent, type DiffFinding } from './diff-versions.ts';

function components(...texts: readonly string[]): DiffComponent[] {
  return texts.map((text) => {
    const [name = '', version = ''] = text.split('@');
    return { package: `npm ${name}`, name, version, purl: null };
  });
}

/** `finding('1 log4j@2.14.0')`: the vulnerability 1 in that package. */
function findings(...texts: readonly string[]): DiffFinding[] {
  return texts.map((text) => {
    const [group = '', place = ''] = text.split(' ');
    const [name = '', componentVersion = ''] = place.split('@');
    return { fingerprint: `${group} ${name}`, package: `npm ${name}`, componentVersion, sbomIds: [`of ${name}`] };
  });
}

function diff(base: readonly string[], head: readonly string[], unseen: readonly string[] = []) {
  const toSide = (texts: readonly string[]) => ({
    components: components(...texts.map((text) => text.split(' ').at(-1) ?? '')),
    findings: findings(...texts.filter((text) => text.includes(' '))),
  });
  const { components: changes, findings: found } = diffVersions(toSide(base), toSide(head), new Set(unseen));
  const names = (list: readonly DiffComponent[]): string[] => list.map(({ name, version }) => `${name}@${version}`);
  const told = (list: typeof found.introduced): string[] =>
    list.map(({ finding, from, to }) => `${finding.fingerprint}: ${from.join(',')} -> ${to.join(',')}`);
  return {
    components: [names(changes.added), names(changes.removed), changes.changed.map(({ from, to }) => `${from} ${to}`)],
    findings: [told(found.introduced), told(found.resolved), told(found.changed), found.unchanged],
    notSeen: told(found.notSeen),
  };
}

describe('diffVersions', () => {
  it.each<[string, string[], string[], ReturnType<typeof diff>['findings']]>([
    ['nothing differs', ['1 a@1'], ['1 a@1'], [[], [], [], 1]],
    ['a component came', ['b@1'], ['b@1', '1 a@1'], [['1 a:  -> 1'], [], [], 0]],
    ['a component went', ['1 a@1'], [], [[], ['1 a: 1 -> '], [], 0]],
    ['an upgrade is not affected', ['1 a@1'], ['a@2'], [[], ['1 a: 1 -> 2'], [], 0]],
    ['an upgrade is still affected', ['1 a@2.14.0'], ['1 a@2.14.1'], [[], [], ['1 a: 2.14.0 -> 2.14.1'], 0]],
    ['something became known', ['a@1'], ['1 a@1'], [['1 a: 1 -> 1'], [], [], 0]],
    ['one of two affected versions went', ['1 a@1', '1 a@2'], ['1 a@2'], [[], [], ['1 a: 1,2 -> 2'], 0]],
    ['two affected versions stay', ['1 a@1', '1 a@2'], ['1 a@2', '1 a@1'], [[], [], [], 1]],
  ])('%s', (_, base, head, expected) => {
    expect(diff(base, head).findings).toEqual(expected);
  });

  it('does not call resolved what nobody looked at', () => {
    const { findings: found, notSeen } = diff(['1 a@1', '1 b@1'], ['c@1'], ['of a']);

    expect(notSeen).toEqual(['1 a: 1 -> ']);
    expect(found).toEqual([[], ['1 b: 1 -> '], [], 0]);
  });

  it('does not call resolved what is fixed in one image and was not looked at in another', () => {
    const [finding] = findings('1 a@1');
    const held = {
      components: [],
      findings: finding === undefined ? [] : [{ ...finding, sbomIds: ['api', 'worker'] }],
    };

    const { findings: found } = diffVersions(held, { components: [], findings: [] }, new Set(['worker']));

    expect([found.resolved.length, found.notSeen.length]).toEqual([0, 1]);
  });

  it.each<[string, string[], string[], ReturnType<typeof diff>['components']]>([
    ['an upgrade is one change', ['a@1', 'b@1'], ['a@2', 'b@1'], [[], [], ['1 2']]],
    ['a second version is added', ['a@1'], ['a@1', 'a@2'], [['a@2'], [], []]],
    ['one of two is replaced', ['a@1', 'a@2'], ['a@1', 'a@3'], [['a@3'], ['a@2'], []]],
    ['the same twice is nothing', ['a@1', 'a@1'], ['a@1'], [[], [], []]],
  ])('components: %s', (_, base, head, expected) => {
    expect(diff(base, head).components).toEqual(expected);
  });
});
