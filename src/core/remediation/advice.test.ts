import { describe, expect, it } from 'vitest';
import { adviseByPosition, type Position } from './advice.ts';

const TARGET = { name: 'minimist', version: '1.2.6', breaking: 'none' } as const;

function kindsOf(position: Position): string[] {
  const { main, alternatives } = adviseByPosition(TARGET, position);
  return [main, ...alternatives].map(({ kind, parents }) => [kind, ...parents].join(' '));
}

describe('adviseByPosition', () => {
  it.each<[string, Position, readonly string[]]>([
    ['upgrades a direct dependency', { direct: true, introducedBy: ['mkdirp'] }, ['upgrade']],
    ['upgrades if the position is unknown', { direct: undefined, introducedBy: [] }, ['upgrade']],
    [
      'upgrades the only parent, or overrides',
      { direct: false, introducedBy: ['mkdirp'] },
      ['bump_parent mkdirp', 'override'],
    ],
    [
      'overrides once instead of upgrading several parents',
      { direct: false, introducedBy: ['a', 'b'] },
      ['override', 'bump_parent a', 'bump_parent b'],
    ],
  ])('%s', (_, position, kinds) => {
    expect(kindsOf(position)).toEqual(kinds);
  });

  it('claims that a parent release helps only with evidence', () => {
    const position = { direct: false, introducedBy: ['mkdirp'] };
    const evidence = [{ package: 'mkdirp', version: '0.5.6', seenIn: 'shop' }];

    expect(adviseByPosition(TARGET, position).main).toMatchObject({
      claim: 'unknown',
      text: 'Look for a release of mkdirp that allows minimist >= 1.2.6.',
    });
    expect(adviseByPosition(TARGET, { ...position, evidence }).main).toMatchObject({
      claim: 'known',
      text: expect.stringContaining('0.5.6'),
      evidence,
    });
  });

  it('warns that an override may break a parent', () => {
    const { main } = adviseByPosition({ ...TARGET, breaking: 'likely' }, { direct: false, introducedBy: ['a', 'b'] });

    expect(main).toMatchObject({ kind: 'override', breaking: 'unknown', text: expect.stringContaining('range') });
  });
});
