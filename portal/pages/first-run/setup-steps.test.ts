import { describe, expect, it } from 'vitest';
import type { WireAdvisorySource } from '../../../src/api/contract/findings/advisory.ts';
import { listSetupSteps, type SetupFacts } from './setup-steps.ts';

const OSV: WireAdvisorySource = {
  name: 'osv',
  url: 'https://osv.example',
  enabled: true,
  state: 'ready',
  records: 5,
  newestRecordAt: null,
  lastSuccessAt: '2026-11-15T00:00:00.000Z',
  ageSeconds: 1,
  stale: false,
  staleReason: null,
  staleText: null,
  lastError: null,
  progress: null,
  directories: [],
};

const NEW: SetupFacts = {
  services: 0,
  demoServices: 0,
  members: 1,
  invitations: 0,
  sources: [{ ...OSV, name: 'starter' }],
  profiledServices: 0,
  urgentService: undefined,
};

function done(changes: Partial<SetupFacts>): readonly string[] {
  return listSetupSteps({ ...NEW, ...changes }).flatMap(({ name, isDone }) => (isDone ? [name] : []));
}

describe('the steps of the setup', () => {
  it.each<[string, Partial<SetupFacts>, readonly string[]]>([
    ['nothing is done', {}, []],
    ['there is an own service', { services: 3, demoServices: 2 }, ['Upload an SBOM']],
    ['there are only demo services', { services: 2, demoServices: 2 }, []],
    ['there is a second member', { members: 2 }, ['Invite a member']],
    ['an invitation is open', { invitations: 1 }, ['Invite a member']],
    ['advisories are loaded', { sources: [OSV] }, ['Load advisory sources']],
    ['the first sync is not complete', { sources: [{ ...OSV, lastSuccessAt: null }] }, []],
    ['the source is empty', { sources: [{ ...OSV, records: 0 }] }, []],
    ['a service has a profile', { services: 1, demoServices: 1, profiledServices: 1 }, ['Set a security profile']],
  ])('when %s', (_name, changes, names) => {
    expect(done(changes)).toEqual(names);
  });

  it('leads to the profile of a service only when there is one', () => {
    const pathOf = (changes: Partial<SetupFacts>) => listSetupSteps({ ...NEW, ...changes }).at(-1);

    expect(pathOf({})).toMatchObject({ path: undefined, detail: 'Upload an SBOM first' });
    expect(pathOf({ services: 2, urgentService: 'team/api' })).toMatchObject({
      path: '/services/team%2Fapi/profile',
      detail: '0 of 2 services with a profile',
    });
  });

  it.each([
    [1, 0, 'You are the only member'],
    [1, 1, '1 member, 1 open invitation'],
    [3, 0, '3 members'],
  ])('describes %i members and %i invitations as "%s"', (members, invitations, detail) => {
    expect(listSetupSteps({ ...NEW, members, invitations })[1]).toMatchObject({ detail });
  });
});
