/** Maps the recommendation for one finding to the API. */
import type { FoundRecommendation } from '../../pipeline/remediation/find-recommendation.ts';
import type { PlannedVulnerability } from '../../pipeline/remediation/plan/version-plan.ts';
import type { WireRecommendation } from '../contract/findings/remediation.ts';
import { toWireAlternative, toWireCommands, toWireExists, toWireWithoutClean } from './to-wire-action.ts';

/** `from`: the version of the component. */
export function toWireRecommendation(asked: FoundRecommendation, from: string): WireRecommendation {
  const { action, step } = asked;
  if (action === null) return toWireWithoutAction(asked, from);
  const { kind, to, distance, breaking, verifiedExists, introducedBy, text, commands, withoutClean } = action;
  return {
    actionId: action.id,
    step,
    kind,
    from,
    to,
    distance,
    breaking,
    introducedBy: [...introducedBy],
    text,
    verifiedExists: toWireExists(verifiedExists),
    clean: action.remaining.length === 0 && withoutClean === null && to !== null,
    remaining: toNames(action.remaining, asked.vulnerabilities),
    ...toWireCommands(commands),
    alternatives: action.alternatives.map((each) => toWireAlternative(each, action.package.name, action)),
    withoutClean: toWireWithoutClean(withoutClean),
  };
}

/** No action fixes the finding, but there may be facts about its package. */
function toWireWithoutAction(asked: FoundRecommendation, from: string): WireRecommendation {
  const { package: about, vulnerabilities, otherRelease: other } = asked;
  const elsewhere = other === undefined ? '' : ` ${other.family} ${other.release} has a fix: ${other.version}.`;
  const best = about?.answer.best;
  return {
    actionId: null,
    step: null,
    kind: null,
    from,
    to: best?.version ?? null,
    distance: best?.distance ?? 'unknown',
    breaking: best?.breaking ?? 'unknown',
    verifiedExists: toWireExists(best?.verifiedExists ?? 'unknown'),
    clean: best?.isClean ?? false,
    remaining: toNames(best?.remaining ?? [], vulnerabilities),
    introducedBy: [...(about?.position.introducedBy ?? [])],
    text: `${describeMissingAction(about)}${elsewhere}`,
    ...toWireCommands({ commands: [], commandReason: 'none' }),
    alternatives: [],
    withoutClean: toWireWithoutClean(about?.withoutClean),
  };
}

/** Filtered findings have no step in the plan, even if a fix is known. */
function describeMissingAction(about: FoundRecommendation['package']): string {
  if (about === null) return NOTHING_KNOWN;
  const { best } = about.answer;
  if (best?.isClean === true)
    return `The plan has no step for this finding. Upgrade ${about.name} to ${best.version} to fix it.`;
  return about.withoutClean?.text ?? NOTHING_KNOWN;
}

const NOTHING_KNOWN = 'No fix is known.';

function toNames(
  groupIds: readonly string[],
  vulnerabilities: readonly PlannedVulnerability[],
): WireRecommendation['remaining'] {
  const named = new Map(vulnerabilities.map(({ groupId, id, severity }) => [groupId, { id, severity }]));
  return groupIds.map((groupId) => named.get(groupId) ?? { id: groupId, severity: 'unknown' });
}
