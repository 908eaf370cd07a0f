import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAME_FACTS } from '../../../../test/support/remediation.ts';
import { orderActions, type OrderedActions } from './order-actions.ts';
import type { DraftAction } from './plan-action.ts';
import type { PlanFinding } from './plan-input.ts';
import { runToEnd } from '../../steps.ts';

function aDraft(id: string, fixes: readonly string[], changes: Partial<DraftAction> = {}): DraftAction {
  return {
    id,
    kind: 'upgrade',
    package: { key: id, name: id, family: 'npm', line: '1' },
    from: ['1.0.0'],
    to: '1.1.0',
    changes: [],
    verifiedExists: 'unknown',
    distance: 'minor',
    breaking: 'none',
    claim: 'known',
    confidence: 'high',
    direct: true,
    introducedBy: [],
    images: [],
    mayFix: [],
    introduces: [],
    remaining: [],
    effort: 1,
    text: '',
    commands: { commands: [] },
    alternatives: [],
    evidence: [],
    withoutClean: null,
    fixes,
    ...changes,
  };
}

function aFinding(id: string, risk: number, changes: Partial<PlanFinding> = {}): PlanFinding {
  return {
    id,
    packageId: 'p',
    groupId: id,
    class: 'vulnerability',
    severity: 'high',
    risk,
    isFiltered: false,
    band: 'P2',
    isExploited: false,
    dueAt: null,
    ...changes,
  };
}

function order(drafts: readonly DraftAction[], findings: readonly PlanFinding[]): OrderedActions {
  return runToEnd(orderActions(drafts, { findings, factsOf: () => SAME_FACTS, urgentUntil: '2026-01-04' }));
}

function stepsOf({ actions }: OrderedActions): string[] {
  return actions.map(({ id, gain }) => `${id} ${gain}`);
}

describe('orderActions', () => {
  it('recomputes the gains after each choice', () => {
    const findings = [aFinding('1', 40), aFinding('2', 30), aFinding('3', 20)];
    const drafts = [aDraft('both', ['1', '2']), aDraft('first', ['1', '3']), aDraft('last', ['3'])];

    expect(stepsOf(order(drafts, findings))).toEqual(['both 70', 'first 20']);
    expect(order(drafts, findings).covered).toEqual([{ action: 'last', package: 'last', by: 'first' }]);
  });

  it('weighs the risk against the effort', () => {
    const findings = [aFinding('1', 50), aFinding('2', 20)];

    expect(stepsOf(order([aDraft('much', ['1'], { effort: 5 }), aDraft('little', ['2'])], findings))).toEqual([
      'little 20',
      'much 50',
    ]);
  });

  it('puts two P0 findings before a P1 finding that is exploited and overdue', () => {
    const findings = [
      aFinding('p1', 79.9, { band: 'P1', isExploited: true, dueAt: '2025-12-01' }),
      aFinding('p0 a', 98, { band: 'P0', dueAt: '2026-03-01' }),
      aFinding('p0 b', 98, { band: 'P0', dueAt: '2026-03-01' }),
    ];
    const drafts = [aDraft('patch', ['p1']), aDraft('major', ['p0 a', 'p0 b'], { effort: 5 })];

    expect(stepsOf(order(drafts, findings))).toEqual(['major 196', 'patch 79.9']);
  });

  it('compares the most urgent band, then the count in it, then the risk per effort, then the deadline', () => {
    const findings = [
      aFinding('p0', 80, { band: 'P0' }),
      aFinding('p1 a', 60, { band: 'P1' }),
      aFinding('p1 b', 60, { band: 'P1' }),
      aFinding('p1 c', 79, { band: 'P1' }),
      aFinding('p1 d', 60, { band: 'P1', dueAt: '2026-02-01' }),
      aFinding('p1 e', 60, { band: 'P1', dueAt: '2026-01-20' }),
      aFinding('p2 a', 59, { dueAt: '2026-01-01' }),
      aFinding('p2 b', 59),
    ];
    const drafts = [
      aDraft('one P2', ['p2 a']),
      aDraft('one P1, due later', ['p1 d']),
      aDraft('one P1, due first', ['p1 e']),
      aDraft('one P1, more risk', ['p1 c']),
      aDraft('two P1', ['p1 a', 'p1 b'], { effort: 5 }),
      aDraft('one P0 and one P2', ['p0', 'p2 b'], { effort: 5 }),
    ];

    expect(order(drafts, findings).actions.map(({ id }) => id)).toEqual([
      'one P0 and one P2',
      'two P1',
      'one P1, more risk',
      'one P1, due first',
      'one P1, due later',
      'one P2',
    ]);
  });

  it('never counts what an unverified action may fix as risk removed', () => {
    const findings = [aFinding('1', 90, { band: 'P0', isExploited: true }), aFinding('2', 40)];
    const drafts = [
      aDraft('unverified', ['1'], { claim: 'unknown', introduces: ['CVE-9'] }),
      aDraft('verified', ['2']),
    ];
    const found = order(drafts, findings);

    expect(found.actions.map(({ id, gain, urgentReason }) => `${id} ${gain} ${urgentReason}`)).toEqual([
      'unverified 0 known_exploited',
      'verified 40 null',
    ]);
    expect(found.open.map(({ id }) => id)).toEqual(['1']);
  });

  it('puts a verified action before an unverified one for findings of the same band', () => {
    const findings = ['1', '2', '3', '4'].map((id) => aFinding(id, 90, { band: 'P0' }));
    const drafts = [
      aDraft('one, unverified', ['4'], { claim: 'unknown' }),
      aDraft('two, unverified', ['1', '2'], { claim: 'unknown' }),
      aDraft('verified', ['3'], { effort: 5 }),
    ];

    expect(stepsOf(order(drafts, findings))).toEqual(['verified 90', 'two, unverified 0', 'one, unverified 0']);
  });

  it('leaves out an unverified action when a verified one fixes the same findings', () => {
    const found = order(
      [aDraft('unverified', ['1', '2'], { claim: 'unknown' }), aDraft('verified', ['1', '2'])],
      [aFinding('1', 50), aFinding('2', 50)],
    );

    expect(stepsOf(found)).toEqual(['verified 100']);
    expect(found.covered).toEqual([{ action: 'unverified', package: 'unverified', by: 'verified' }]);
  });

  it('starts with the most urgent band and gives unverified actions no gain', () => {
    const ids = ['1', '2', '3', '4', '5', '6'];
    const draft = fc.record({
      fixes: fc.subarray(ids, { minLength: 1 }),
      effort: fc.integer({ min: 1, max: 5 }),
      claim: fc.constantFrom('known' as const, 'unknown' as const),
    });
    const facts = fc.record({ band: fc.constantFrom('P0', 'P1', 'P2', 'P3', 'P4'), isFiltered: fc.boolean() });
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 8 }), fc.array(facts, { minLength: 6, maxLength: 6 }), (list, bands) => {
        const findings = ids.map((id, at) => aFinding(id, 10 + at, bands[at]));
        const found = order(
          list.map(({ fixes, ...rest }, at) => aDraft(`d${at}`, fixes, rest)),
          findings,
        );

        const bandOf = ({ fixes }: Pick<DraftAction, 'fixes'>): string =>
          findings
            .filter(({ id, isFiltered }) => fixes.includes(id) && !isFiltered)
            .map(({ band }) => band)
            .toSorted()[0] ?? '';
        const [first] = found.actions;
        for (const action of found.actions) {
          if (first !== undefined) expect(bandOf(first) <= bandOf(action)).toBe(true);
          if (action.claim === 'unknown') expect(action.gain).toBe(0);
        }
        const fixed = new Set(found.actions.flatMap(({ claim, fixes }) => (claim === 'known' ? fixes : [])));
        expect(found.open.map(({ id }) => id)).toEqual(
          findings.filter(({ id, isFiltered }) => !isFiltered && !fixed.has(id)).map(({ id }) => id),
        );
      }),
    );
  });

  it('does not mark an action as urgent when an earlier one fixes the urgent finding', () => {
    const findings = [
      aFinding('1', 90, { band: 'P0', isExploited: true }),
      aFinding('2', 1, { band: 'P4' }),
      aFinding('3', 50),
    ];
    const drafts = [aDraft('a', ['1'], { effort: 1 }), aDraft('b', ['1', '2'], { effort: 5 }), aDraft('c', ['3'])];

    expect(order(drafts, findings).actions.map(({ id, isUrgent }) => `${id} ${isUrgent}`)).toEqual([
      'a true',
      'c false',
      'b false',
    ]);
  });

  it('keeps an action for every image and counts its gain once', () => {
    const drafts = [
      aDraft('base of a', ['1'], { images: ['a'] }),
      aDraft('base of b', ['1'], { images: ['b'] }),
      aDraft('a again', ['1'], { images: ['a'], effort: 5 }),
    ];
    const found = order(drafts, [aFinding('1', 40, { isExploited: true })]);

    expect(stepsOf(found)).toEqual(['base of a 40', 'base of b 0']);
    expect(found.actions.map(({ urgentReason }) => urgentReason)).toEqual(['known_exploited', 'known_exploited']);
    expect(found.covered).toMatchObject([{ action: 'a again', by: 'base of a' }]);
  });

  it.each<[string, Partial<PlanFinding>, string | null]>([
    ['malicious', { class: 'malicious', isExploited: true }, 'malicious'],
    ['exploited', { isExploited: true, dueAt: '2026-01-01' }, 'known_exploited'],
    ['due', { dueAt: '2026-01-04' }, 'due_soon'],
    ['due later', { dueAt: '2026-01-05' }, null],
  ])('returns the reason why an action is urgent: %s', (_, changes, reason) => {
    const [action] = order([aDraft('a', ['f'])], [aFinding('f', 10, changes)]).actions;

    expect(action).toMatchObject({ isUrgent: reason !== null, urgentReason: reason });
  });

  it('keeps an action for a finding without risk', () => {
    expect(stepsOf(order([aDraft('a', ['1'])], [aFinding('1', 0)]))).toEqual(['a 0']);
  });

  it('omits an action that fixes only filtered findings', () => {
    const found = order([aDraft('a', ['1'])], [aFinding('1', 50, { isFiltered: true })]);

    expect([found.actions, found.covered, found.wouldAlsoFix]).toEqual([[], [], 0]);
  });

  it('counts each finding once and always chooses the best remaining action', () => {
    const ids = ['1', '2', '3', '4', '5', '6'];
    const draft = fc.record({ fixes: fc.subarray(ids, { minLength: 1 }), effort: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(
        fc.array(draft, { maxLength: 8 }),
        fc.array(fc.nat(100), { minLength: 6, maxLength: 6 }),
        (list, risks) => {
          const findings = ids.map((id, at) => aFinding(id, risks[at] ?? 0));
          const drafts = list.map(({ fixes, effort }, at) => aDraft(`d${at}`, fixes, { effort }));
          const found = order(drafts, findings);

          const open = new Map(findings.map((finding) => [finding.id, finding.risk]));
          for (const { id, gain, effort, fixes } of found.actions) {
            const gainOf = (each: readonly string[]): number =>
              each.reduce((sum, finding) => sum + (open.get(finding) ?? 0), 0);
            expect(gain).toBe(gainOf(fixes));
            const left = drafts.filter(
              (each) => !found.actions.some((action) => action.id === each.id) || each.id === id,
            );
            const countOf = (each: readonly string[]): number => each.filter((finding) => open.has(finding)).length;
            for (const other of left) {
              expect(countOf(other.fixes)).toBeLessThanOrEqual(countOf(fixes));
              if (countOf(other.fixes) === countOf(fixes))
                expect(gainOf(other.fixes) / other.effort).toBeLessThanOrEqual(gain / effort);
            }
            for (const finding of fixes) open.delete(finding);
          }
          expect(found.open.map(({ id }) => id)).toEqual([...open.keys()]);
          expect(found.actions.length + found.covered.length).toBe(drafts.length);
        },
      ),
    );
  });
});
