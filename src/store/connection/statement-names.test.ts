import { describe, expect, it } from 'vitest';
import { StatementNames } from './statement-names.ts';

function namesOf(names: StatementNames, text: string, times: number): (string | undefined)[] {
  return Array.from({ length: times }, () => names.of(text).name);
}

describe('StatementNames', () => {
  it('names a statement once it was used often enough, and keeps the name', () => {
    const names = new StatementNames();

    expect(namesOf(names, 'select 1', 5)).toEqual([undefined, undefined, undefined, 's0', 's0']);
    expect(namesOf(names, 'select 2', 4).at(-1)).toBe('s1');
  });

  it('names no more statements after the limit', () => {
    const names = new StatementNames();
    for (let n = 0; n < 2_000; n += 1) names.of(`select ${n}`);

    expect(namesOf(names, 'select 499', 4).at(-1)).toBe('s499');
    expect(namesOf(names, 'select 500', 10)).toEqual(Array.from({ length: 10 }, () => undefined));
  });

  it('does not name a statement with a long list of values', () => {
    const names = new StatementNames();
    namesOf(names, 'select 1', 5);

    expect(names.of('select 1', ['one', Array.from({ length: 101 }, () => 1)])).toEqual({});
    expect(names.of('select 1', ['one', Array.from({ length: 100 }, () => 1)])).toEqual({ name: 's0' });
  });

  it('does not name several statements in one text', () => {
    expect(namesOf(new StatementNames(), 'begin; select 1; commit', 5)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });

  it('reports the plans of a connection as old once per interval', () => {
    let now = 0;
    const names = new StatementNames(() => now);
    const connection = {};
    const ask = (at: number): boolean => {
      now = at;
      return names.areOld(connection);
    };

    expect([0, 9_000, 11_000, 12_000, 22_000].map(ask)).toEqual([false, false, true, false, true]);
  });
});
