import { describe, expect, it } from 'vitest';
import type { DecisionScope } from '../../core/vocabulary/decision.ts';
import type { DecidableFinding } from '../../store/relevance/decidable-findings.ts';
import type { ActiveDecision } from '../../store/relevance/decisions.ts';
import type { ReachedVersion } from '../../store/relevance/reached-versions.ts';
import { chooseTargets, findReplaced, summarizeReach, toSeenState, listVersionsToAnalyze } from './decision-targets.ts';

const NOW = '2026-11-15T12:00:00.000Z';
const SUGGESTION: DecidableFinding['suggestion'] = {
  state: 'not_affected',
  justification: 'code_not_reachable',
  text: 'Unused.',
  evidence: [],
};

function aRow(changes: Partial<DecidableFinding> = {}): DecidableFinding {
  return {
    rowId: 'r',
    findingId: 'f',
    serviceId: 's',
    versionId: 'v',
    package: 'npm/lib',
    groupId: 'CVE-1',
    ids: ['CVE-1'],
    vulnerability: {
      title: 'It breaks',
      severity: 'high',
      cvss: [],
      cwes: [],
      withdrawnAt: null,
      kev: null,
      ssvc: null,
    },
    suggestion: null,
    ...changes,
  };
}

/** One package in two versions of a service, twice in the first, and once in another service. */
const ROWS = [
  aRow({ rowId: '1' }),
  aRow({ rowId: '2', ids: ['CVE-1', 'GHSA-1'], suggestion: SUGGESTION }),
  aRow({ rowId: '3', versionId: 'w' }),
  aRow({ rowId: '4', findingId: 'g', serviceId: 't', versionId: 'x' }),
];

function aStanding(changes: Partial<ActiveDecision> = {}): ActiveDecision {
  const premises = { severityRank: 3, kev: false, exploitation: null, componentVersions: [], profileFields: [] };
  return {
    id: 'd',
    findingId: 'f',
    serviceId: 's',
    versionId: 'v',
    package: 'npm/lib',
    ids: ['CVE-1'],
    scope: 'service',
    imagePattern: null,
    effect: 'confirm',
    action: 'confirm',
    state: 'exploitable',
    justification: null,
    response: [],
    detail: null,
    label: null,
    expiresAt: null,
    by: 'Ann',
    at: NOW,
    batchId: null,
    premises,
    actor: { kind: 'person', id: 'a', name: 'Ann' },
    ...changes,
  };
}

describe('chooseTargets', () => {
  it.each<[DecisionScope, readonly (readonly string[])[]]>([
    ['version', [['v'], ['w'], ['x']]],
    ['service', [['v', 'w'], ['x']]],
    ['organization', [['v', 'w', 'x']]],
  ])('creates one target per vulnerability and package in a %s, however many rows show it', (scope, versions) => {
    const { targets, skipped } = chooseTargets(ROWS, { action: 'confirm', scope }, NOW);

    expect(targets.map(({ versionIds }) => versionIds)).toEqual(versions);
    expect(targets[0]?.ids).toEqual(['CVE-1', 'GHSA-1']);
    expect(skipped).toBe(0);
  });

  it('selects only rows with a suggestion when suggestions are accepted', () => {
    const { targets, skipped } = chooseTargets(ROWS, { action: 'accept_suggestion' }, NOW);

    expect(targets.map(({ rowId, terms }) => [rowId, terms.detail])).toEqual([['2', 'Unused.']]);
    expect(skipped).toBe(1);
  });
});

describe('findReplaced', () => {
  it.each<[string, Partial<ActiveDecision>, boolean]>([
    ['the same', {}, true],
    ['one of another version of the service', { versionId: 'w' }, true],
    ['a narrower one', { scope: 'version' }, false],
    ['a wider one', { scope: 'organization' }, false],
    ['one for some images', { imagePattern: 'a/*' }, false],
    ['one of another service', { serviceId: 't', findingId: 'g' }, false],
    ['one about another vulnerability', { findingId: 'h', ids: ['CVE-2'] }, false],
    ['one about a reintroduced finding', { findingId: 'h' }, true],
  ])('handles %s: %s %s', (_, changes, isReplaced) => {
    const [target] = chooseTargets([aRow()], { action: 'confirm' }, NOW).targets;
    if (target === undefined) throw new Error('There is a row to decide about.');

    expect(findReplaced(target, [aStanding(changes)], null)).toHaveLength(isReplaced ? 1 : 0);
  });
});

describe('toSeenState', () => {
  const seen = JSON.stringify(toSeenState(ROWS, []));

  it.each<[string, readonly DecidableFinding[], readonly ActiveDecision[]]>([
    ['another finding', [...ROWS, aRow({ findingId: 'h' })], []],
    ['fewer findings', ROWS.slice(1, 3), []],
    ['a decision', ROWS, [aStanding()]],
    ['one for some images', ROWS, [aStanding({ imagePattern: 'a/*' })]],
    ['one for the whole organization', ROWS, [aStanding({ serviceId: 'z', findingId: 'z', scope: 'organization' })]],
  ])('differs with %s', (_, rows, standing) => {
    expect(JSON.stringify(toSeenState(rows, standing))).not.toBe(seen);
  });

  it.each<[string, readonly DecidableFinding[], readonly ActiveDecision[]]>([
    ['another order', ROWS.toReversed(), []],
    ['a row that was published again', [aRow({ rowId: '5' }), ...ROWS.slice(1)], []],
    ['a decision about something else', ROWS, [aStanding({ findingId: 'h', ids: ['CVE-2'] })]],
    ['one for another version', ROWS, [aStanding({ scope: 'version', versionId: 'y' })]],
  ])('stays the same with %s', (_, rows, standing) => {
    expect(JSON.stringify(toSeenState(rows, standing))).toBe(seen);
  });
});

describe('the reach of a decision', () => {
  const aVersion = (id: string, watched: boolean, frozen: boolean): ReachedVersion => ({
    id,
    watched,
    frozen,
    findings: 2,
  });
  const versions = [
    aVersion('meant', true, false),
    aVersion('meant and old', false, false),
    aVersion('meant and frozen', true, true),
    aVersion('watched', true, false),
    aVersion('old', false, false),
    aVersion('frozen', true, true),
  ];
  const meant = new Set(['meant', 'meant and old', 'meant and frozen']);

  it('separates changes here and elsewhere from versions that stay as they are', () => {
    expect(summarizeReach(versions, meant)).toEqual({
      here: { versions: 2, findings: 4 },
      elsewhere: { versions: 1, findings: 2 },
      kept: { versions: 3, findings: 6 },
    });
  });

  it('requests analyses of watched versions and of those that the user decided in', () => {
    expect(listVersionsToAnalyze(versions, meant)).toEqual(['meant', 'meant and old', 'watched']);
  });
});
