import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchEvidence, PackageMatch } from '../match.ts';
import { type Owner, resolveOwnership, type OwnableComponent, type DocumentOwnership } from './resolve-ownership.ts';

const CVE = 'CVE-2024-1000';

function aLine(recordId: string, outcome: MatchEvidence['outcome'], matchedName = 'rpm'): MatchEvidence {
  const tested = { scheme: 'pep440', testedVersion: '4.14.0', range: '>= 0, < 4.15.0', reason: undefined } as const;
  return { recordId, source: 'osv', via: 'direct', matchedName, outcome, ...tested };
}

function aMatch(changes: Partial<PackageMatch> = {}): PackageMatch {
  const { state = 'affected' } = changes;
  return {
    groupId: CVE,
    canonicalId: CVE,
    class: 'vulnerability',
    state,
    confidence: 'high',
    assumptions: [],
    evidence: [aLine('PYSEC-2024-1', state)],
    fixedVersions: ['4.15.0'],
    fixState: 'fixed',
    urgency: undefined,
    ...changes,
  };
}

/** The distribution's match for python3-rpm. */
function itsWord(state: PackageMatch['state'], changes: Partial<PackageMatch> = {}): PackageMatch {
  return aMatch({ state, evidence: [aLine(`DEBIAN-${CVE}`, state, 'rpm-source')], fixedVersions: [], ...changes });
}

function anOwner(changes: Partial<Owner> = {}): Owner {
  const about = { name: 'python3-rpm', version: '4.14.0-2', assumptions: [] };
  return { ...about, isAssessed: true, isComprehensive: false, matches: [], ...changes };
}

const ON_ITS_OWN: DocumentOwnership<string> = { ownership: null, owners: [] };
const CERTAIN: DocumentOwnership<string> = { ownership: 'certain', owners: ['python3-rpm'] };
const PROBABLE: DocumentOwnership<string> = { ownership: 'probable', owners: ['python3-rpm'] };

interface Settling {
  readonly match?: PackageMatch;
  readonly ecosystem?: string;
  readonly holdings?: readonly DocumentOwnership<string>[];
  readonly owner?: Owner;
}

function settle({ match = aMatch(), ecosystem = 'PyPI', holdings = [CERTAIN], owner = anOwner() }: Settling) {
  const components: OwnableComponent<string>[] = [
    { id: 'pypi-rpm', ecosystem, matches: [match], holdings },
    { id: 'python3-rpm', ecosystem: 'Debian', matches: owner.matches, holdings: [ON_ITS_OWN] },
  ];
  const [language, system] = resolveOwnership(components, new Map([['python3-rpm', owner]]));
  return { language: language?.matches ?? [], system: system?.matches ?? [] };
}

describe('resolveOwnership', () => {
  it('reports a match of both once, under the owner, with the evidence of both', () => {
    const { language, system } = settle({ owner: anOwner({ matches: [itsWord('affected')] }) });

    expect(language).toEqual([]);
    expect(system).toHaveLength(1);
    expect(system[0]?.fixedVersions).toEqual([]);
    expect(system[0]?.evidence.map(({ recordId }) => recordId)).toEqual([`DEBIAN-${CVE}`, 'PYSEC-2024-1']);
  });

  it('keeps a match that the distribution denies as dismissed, with the additional evidence', () => {
    const { language } = settle({ owner: anOwner({ matches: [itsWord('not_affected')] }) });

    expect(language).toHaveLength(1);
    expect(language[0]).toMatchObject({ state: 'affected', confidence: 'high' });
    expect(language[0]?.dismissal).toEqual({
      code: 'distro-not-affected',
      owner: { name: 'python3-rpm', version: '4.14.0-2' },
    });
    expect(language[0]?.evidence.map(({ recordId, outcome }) => [recordId, outcome])).toEqual([
      ['PYSEC-2024-1', 'affected'],
      [`DEBIAN-${CVE}`, 'not_affected'],
    ]);
  });

  it('trusts a distribution that has a record about a library inside of a program', () => {
    const { language } = settle({ ecosystem: 'Go', owner: anOwner({ matches: [itsWord('not_affected')] }) });

    expect(language[0]?.dismissal?.code).toBe('distro-not-affected');
  });

  it('dismisses a match that a comprehensive feed does not list', () => {
    const { language } = settle({ owner: anOwner({ isComprehensive: true }) });

    expect(language[0]?.dismissal?.code).toBe('owned-by-os-package');
  });

  it.each<[string, Settling]>([
    ['a feed that lists fixes alone is silent', {}],
    ['the owner could not be checked', { owner: anOwner({ isAssessed: false, isComprehensive: true }) }],
    ['the record of the distribution could not be tested', { owner: anOwner({ matches: [itsWord('cannot_assess')] }) }],
    [
      'the distribution denies it by a guess',
      { owner: anOwner({ matches: [itsWord('not_affected', { confidence: 'low' })] }) },
    ],
    [
      'the owner is only probable',
      { owner: anOwner({ isComprehensive: true, assumptions: ['release-from-other-packages', 'distro-alias'] }) },
    ],
    [
      'the vulnerability has no CVE id, of which distributions keep their lists',
      { match: aMatch({ canonicalId: 'GHSA-jf85-cpcp-j695' }), owner: anOwner({ isComprehensive: true }) },
    ],
    ['it is compiled into a program', { ecosystem: 'Go', owner: anOwner({ isComprehensive: true }) }],
    ['the owner is not identified', { holdings: [{ ownership: 'certain', owners: ['gone'] }] }],
  ])('reports a possible backport with low confidence if %s', (_, settling) => {
    const { language } = settle(settling);

    expect(language[0]).toMatchObject({ confidence: 'low', assumptions: ['may-be-backported'] });
    expect(language[0]?.dismissal).toBeUndefined();
  });

  it.each<[string, Owner]>([
    ['denies it', anOwner({ matches: [itsWord('not_affected')] })],
    ['has it too', anOwner({ matches: [itsWord('affected')] })],
    ['is silent in a feed that lists everything', anOwner({ isComprehensive: true })],
  ])('never suppresses a match for a probable owner, although it %s', (_, owner) => {
    const { language, system } = settle({ holdings: [PROBABLE], owner });

    expect(language).toHaveLength(1);
    expect(language[0]).toMatchObject({ confidence: 'low', assumptions: ['probably-owned'] });
    expect(language[0]?.dismissal).toBeUndefined();
    expect(system).toEqual(owner.matches);
  });

  it.each<[string, Owner]>([
    ['denies it', anOwner({ matches: [itsWord('not_affected')] })],
    ['has it too', anOwner({ matches: [itsWord('affected')] })],
    ['is silent', anOwner({ isComprehensive: true })],
  ])('keeps a malware match, although the owner %s', (_, owner) => {
    const match = aMatch({ class: 'malicious' });

    expect(settle({ match, owner }).language).toEqual([match]);
  });

  it.each<[string, readonly DocumentOwnership<string>[]]>([
    ['it was installed separately', [ON_ITS_OWN]],
    ['there is no document', []],
    ['another document has it without the owner', [CERTAIN, ON_ITS_OWN]],
    ['another document has it without the owner, in any order', [ON_ITS_OWN, CERTAIN]],
  ])('changes nothing when %s', (_, holdings) => {
    const owner = anOwner({ matches: [itsWord('not_affected')], isComprehensive: true });

    expect(settle({ holdings, owner }).language).toEqual([aMatch()]);
  });

  it('leaves a match unchanged if its state is not "affected"', () => {
    const match = aMatch({ state: 'cannot_assess' });

    expect(settle({ match, owner: anOwner({ isComprehensive: true }) }).language).toEqual([match]);
  });

  it('keeps a match if the owner is not among the components', () => {
    const owners = new Map([['python3-rpm', anOwner({ matches: [itsWord('affected')] })]]);
    const [language] = resolveOwnership(
      [{ id: 'pypi-rpm', ecosystem: 'PyPI', matches: [aMatch()], holdings: [CERTAIN] }],
      owners,
    );

    expect(language?.matches).toHaveLength(1);
  });

  it('settles each vulnerability separately', () => {
    const other = aMatch({ groupId: 'CVE-2024-2000', canonicalId: 'CVE-2024-2000' });
    const owner = anOwner({ matches: [itsWord('affected')] });
    const [language] = resolveOwnership(
      [
        { id: 'pypi-rpm', ecosystem: 'PyPI', matches: [aMatch(), other], holdings: [CERTAIN] },
        { id: 'python3-rpm', ecosystem: 'Debian', matches: owner.matches, holdings: [ON_ITS_OWN] },
      ],
      new Map([['python3-rpm', owner]]),
    );

    expect(language?.matches.map(({ groupId }) => groupId)).toEqual(['CVE-2024-2000']);
  });

  it('does not depend on the order of components, owners and documents', () => {
    const owner = fc.record({
      state: fc.constantFrom<PackageMatch['state'] | undefined>('affected', 'not_affected', 'cannot_assess', undefined),
      isComprehensive: fc.boolean(),
    });
    const holding = fc.record({
      ownership: fc.constantFrom('certain' as const, 'certain' as const, 'probable' as const),
      owners: fc.subarray(['o0', 'o1', 'o2'], { minLength: 1 }),
    });
    const someone = fc.array(holding, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.tuple(owner, owner, owner), fc.array(someone, { minLength: 1, maxLength: 3 }), (told, held) => {
        const owners = told.map(({ state, isComprehensive }, n): [string, Owner] => {
          const matches = state === undefined ? [] : [itsWord(state, { evidence: [aLine(`DSA-${n}`, state)] })];
          return [`o${n}`, anOwner({ name: `owner-${n}`, isComprehensive, matches })];
        });
        const components: OwnableComponent<string>[] = [
          ...held.map((holdings, n) => ({
            id: `l${n}`,
            ecosystem: 'PyPI',
            matches: [aMatch({ evidence: [aLine(`PYSEC-${n}`, 'affected')] })],
            holdings,
          })),
          ...owners.map(([id, { matches }]) => ({ id, ecosystem: 'Debian', matches, holdings: [ON_ITS_OWN] })),
        ];
        const turned = components.toReversed().map((component) => ({
          ...component,
          holdings: component.holdings.toReversed().map((each) => ({ ...each, owners: each.owners.toReversed() })),
        }));

        const settled = resolveOwnership(components, new Map(owners));
        const again = resolveOwnership(turned, new Map(owners.toReversed())).toReversed();

        expect(again.map(({ matches }) => matches)).toEqual(settled.map(({ matches }) => matches));
        // At least one component still reports the match.
        expect(settled.some(({ matches }) => matches.some(({ state }) => state === 'affected'))).toBe(true);
      }),
    );
  });
});
