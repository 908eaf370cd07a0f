import { describe, expect, it } from 'vitest';
import { isDecisionApplicable, type ScopedDecision, type FindingInScope } from './decision-scope.ts';

const DECISION: ScopedDecision = {
  findingId: 'f',
  serviceId: 's',
  versionId: 'v',
  package: 'npm/lib',
  ids: ['CVE-1', 'GHSA-1'],
  scope: 'service',
  imagePattern: null,
  effect: 'dismiss',
};
const FINDING: FindingInScope = {
  findingId: 'f',
  serviceId: 's',
  versionId: 'v',
  package: 'npm/lib',
  ids: ['CVE-1'],
  images: [null],
};

describe('reaches', () => {
  it.each<[string, Partial<ScopedDecision>, Partial<FindingInScope>, boolean]>([
    ['the finding itself', {}, {}, true],
    ['another version of its service', {}, { versionId: 'w' }, true],
    ['another version, when it is for one', { scope: 'version' }, { versionId: 'w' }, false],
    ['its own version, when it is for one', { scope: 'version' }, {}, true],
    ['another service', {}, { serviceId: 't', findingId: 'g' }, false],
    ['another service, when it is for all', { scope: 'organization' }, { serviceId: 't', findingId: 'g' }, true],
    ['another package', { scope: 'organization' }, { findingId: 'g', package: 'npm/other' }, false],
    ['another vulnerability', { scope: 'organization' }, { findingId: 'g', ids: ['CVE-2'] }, false],
    ['a reintroduced finding with another alias', {}, { findingId: null, ids: ['GHSA-1', 'CVE-3'] }, true],
    ['a finding whose id has changed', {}, { ids: ['CVE-3'] }, true],
  ])('decides whether a decision applies to %s: %s %s %s', (_, decision, finding, expected) => {
    expect(isDecisionApplicable({ ...DECISION, ...decision }, { ...FINDING, ...finding })).toBe(expected);
  });

  it.each<[ScopedDecision['effect'], readonly (string | null)[], boolean]>([
    ['dismiss', ['registry.example.com/web:1'], true],
    ['dismiss', ['registry.example.com/web:1', 'registry.example.com/job:1'], false],
    ['dismiss', ['registry.example.com/web:1', null], false],
    ['dismiss', [], false],
    ['confirm', ['registry.example.com/web:1', null], true],
    ['confirm', ['registry.example.com/job:1'], false],
  ])(
    'decides whether a decision to %s, limited to images, applies to a finding in %j: %s',
    (effect, images, expected) => {
      const decision = { ...DECISION, effect, imagePattern: 'registry.example.com/web' };

      expect(isDecisionApplicable(decision, { ...FINDING, images })).toBe(expected);
    },
  );
});
