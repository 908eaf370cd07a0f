import { describe, expect, it } from 'vitest';
import type { SlotComponent, SlotFinding } from '../../../store/remediation/slot-findings.ts';
import { evaluateRecommendations, type EvaluatedRecommendation } from './evaluate-recommendations.ts';
import type { BasePlace, BaseRecommendation } from '../plan/version-plan.ts';

const MAIN: BasePlace = { slot: 'main', image: null };

function aRecommendation(changes: Partial<BaseRecommendation> = {}): BaseRecommendation {
  return {
    id: 'a',
    kind: 'upgrade',
    from: ['1.0.0'],
    to: '1.2.0',
    text: '',
    introduces: [],
    name: 'lib',
    family: 'npm',
    line: '1',
    packages: ['npm/lib'],
    fixes: ['f1'],
    places: [MAIN],
    ...changes,
  };
}

/** `lib@1.2.0` in a slot, or a Debian package with the version of its source. */
function aComponent(version: string, { slot = 'main', source = '' } = {}): SlotComponent {
  const key = source === '' ? 'npm/lib' : 'deb/lib';
  const identity =
    source === ''
      ? { family: 'npm', release: '' }
      : { family: 'Debian', release: '12', source: { name: 'lib', version: source } };
  return { slot, componentId: `${key} ${version}`, package: key, identity: { version, identity } };
}

function anOpen(component: SlotComponent, findingId = 'f1'): SlotFinding {
  const { componentId, slot } = component;
  const about = { id: '', fingerprint: '', groupId: 'g', canonicalId: 'CVE-1', packageName: 'lib' };
  return { ...about, findingId, componentId, package: component.package, slots: [slot] };
}

function judge(
  recommendations: readonly BaseRecommendation[],
  components: readonly SlotComponent[],
  open: readonly SlotFinding[] = [],
  {
    before = [MAIN],
    now = [MAIN],
  }: { readonly before?: readonly BasePlace[]; readonly now?: readonly BasePlace[] } = {},
): readonly EvaluatedRecommendation[] {
  const circumstances = { documents: before, wasApplied: new Set<string>(), isReplaced: new Set<string>() };
  return [...evaluateRecommendations(recommendations, { documents: now, components, open }, circumstances)];
}

function outcomesOf(...parameters: Parameters<typeof judge>): readonly string[] {
  return judge(...parameters).map(({ verified, isFollowed, isExact }) => {
    const followed = isExact ? ['exact'] : ['beyond'];
    return [verified.outcome, ...(isFollowed ? followed : [])].join(' ');
  });
}

describe('evaluateRecommendations', () => {
  it('follows a package to the release line of the target, or to any other line', () => {
    const across = aRecommendation({ to: '2.1.0' });

    expect(outcomesOf([across], [aComponent('2.1.0')])).toEqual(['applied exact']);
    expect(outcomesOf([aRecommendation()], [aComponent('3.0.0')])).toEqual(['applied beyond']);
    const left = aComponent('1.0.0');
    expect(outcomesOf([across], [left, aComponent('2.1.0')], [anOpen(left)])).toEqual(['not_applied']);
  });

  it('does not treat another major version of a package as the upgrade of this one', () => {
    const [one, two] = [aRecommendation(), aRecommendation({ id: 'b', line: '2', from: ['2.0.0'], to: '2.5.0' })];
    const stayed = aComponent('2.0.0');

    expect(outcomesOf([one, two], [stayed], [anOpen(stayed)])).toEqual(['superseded', 'not_applied']);
  });

  it('compares system packages by the version of their source package', () => {
    const update = aRecommendation({
      kind: 'os_update',
      family: 'Debian',
      line: '12',
      packages: ['deb/lib'],
      from: ['1.0-1'],
      to: '1.0-2',
    });
    const rebuilt = aRecommendation({ ...update, kind: 'rebuild_base', to: null });

    expect(outcomesOf([update], [aComponent('1.0-1+b9', { source: '1.0-2' })])).toEqual(['applied exact']);
    const old = aComponent('1.0-1+b9', { source: '1.0-1' });
    expect(outcomesOf([update], [old], [anOpen(old)])).toEqual(['not_applied']);
    expect(outcomesOf([rebuilt], [aComponent('9', { source: '1.0-2' })])).toEqual(['applied beyond']);
    expect(outcomesOf([rebuilt], [old], [anOpen(old)])).toEqual(['not_applied']);
  });

  it('reports a missing image as not seen, and finds a slot that was renamed', () => {
    const image: BasePlace = { slot: 'web', image: 'acme/web' };
    const [other, renamed] = [
      { slot: 'jobs', image: 'acme/jobs' },
      { slot: 'sha256:2', image: null },
    ];
    const inImage = aRecommendation({ places: [image] });
    const byBytes = aRecommendation({ places: [{ slot: 'sha256:1', image: null }] });

    expect(outcomesOf([inImage], [], [], { before: [image], now: [other] })).toEqual(['not_seen']);
    const moved = [aComponent('1.2.0', { slot: 'sha256:2' })];
    expect(outcomesOf([byBytes], moved, [], { before: byBytes.places, now: [renamed] })).toEqual(['applied exact']);
    expect(outcomesOf([byBytes], [], [], { before: byBytes.places, now: [] })).toEqual(['not_seen']);
  });
});
