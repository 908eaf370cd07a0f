/** Loads the decisions of users about the findings of a version and compares their conditions with the current state. */
import { addDays } from '../../core/relevance/calendar.ts';
import { isDecisionApplicable } from '../../core/relevance/decisions/decision-scope.ts';
import {
  judgeDecision,
  listOtherMajors,
  toDecisionOpinion,
  type CurrentConditions,
} from '../../core/relevance/decisions/decision.ts';
import type { Opinion } from '../../core/relevance/opinions/opinion.ts';
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../../store/database.ts';
import type { ActiveDecision } from '../../store/relevance/decisions.ts';
import { listFirstSeenByVersion } from '../../store/relevance/known-opinions.ts';
import { listActiveDecisions } from '../../store/relevance/list-decisions.ts';
import { refreshCitedFields, toDecisionConditions } from '../decisions/decision-conditions.ts';
import { keyOf, type OpinionSubject, type PublishedVersion, type VersionContext } from './opinion-subject.ts';

interface Asked {
  readonly at: string;
  readonly subjects: readonly OpinionSubject[];
  readonly around: VersionContext;
}

/** Returns decisions by `keyOf`; findings without a decision are missing. */
export async function gatherDecisions(
  tx: OrgTx,
  version: PublishedVersion,
  { at, subjects, around }: Asked,
): Promise<ReadonlyMap<string, readonly Opinion[]>> {
  const packages = [...new Set(subjects.map((subject) => subject.package))];
  const decisions = packages.length === 0 ? [] : await listActiveDecisions(tx, version, packages);
  const byPackage = Map.groupBy(decisions, (decision) => decision.package);
  const decided = subjects.flatMap((subject) => {
    const reaching = (byPackage.get(subject.package) ?? []).filter((each) =>
      isDecisionApplicable(each, toReached(subject, version)),
    );
    return reaching.length === 0 ? [] : [{ subject, reaching }];
  });
  const versionsOf = toVersions(subjects);
  const sinceOf = await loadVersionsSince(tx, decided, versionsOf);
  return new Map(
    decided.map(({ subject, reaching }) => {
      const versions = versionsOf(subject);
      const opinions = reaching.map((decision): Opinion => {
        const fields = refreshCitedFields(
          decision.conditions.profileFields,
          around.profiles.profilesOf(subject.places),
        );
        const since = sinceOf(subject, listOtherMajors(decision.conditions, versions));
        const today = {
          ...toDecisionConditions(subject.vulnerability, versions, fields),
          componentVersionsSince: since,
        };
        return toOpinion(decision, today, at);
      });
      return [keyOf(subject), opinions];
    }),
  );
}

function toReached(subject: OpinionSubject, { id: versionId, serviceId }: PublishedVersion) {
  const { findingId, package: name, ids, places } = subject;
  return { findingId, serviceId, versionId, package: name, ids, images: places.map(({ image }) => image) };
}

function toOpinion(decision: ActiveDecision, today: CurrentConditions, at: string): Opinion {
  const judgment = judgeDecision(decision, today, at);
  const isInGrace = judgment.applies && judgment.why.includes('major-version-changed');
  const graceUntil = isInGrace ? addDays(today.componentVersionsSince ?? at, LIMITS.decisionGraceDays) : undefined;
  return {
    ...toDecisionOpinion(decision, judgment),
    action: decision.action,
    ...(graceUntil !== undefined && { graceUntil }),
  };
}

/** Versions of the package that have the finding here. */
function toVersions(subjects: readonly OpinionSubject[]): (subject: OpinionSubject) => readonly string[] {
  const byFinding = Map.groupBy(subjects, ({ findingId }) => findingId);
  return ({ findingId }) => [
    ...new Set((byFinding.get(findingId) ?? []).flatMap(({ componentVersion }) => componentVersion ?? [])),
  ];
}

/** Only queried if a package has moved to a major version that no decision covers. */
async function loadVersionsSince(
  tx: OrgTx,
  decided: readonly { readonly subject: OpinionSubject; readonly reaching: readonly ActiveDecision[] }[],
  versionsOf: (subject: OpinionSubject) => readonly string[],
): Promise<(subject: OpinionSubject, versions: readonly string[]) => string | null> {
  const moved = decided.filter(({ subject, reaching }) =>
    reaching.some(({ conditions }) => listOtherMajors(conditions, versionsOf(subject)).length > 0),
  );
  if (moved.length === 0) return () => null;
  const known = await listFirstSeenByVersion(tx, [...new Set(moved.map(({ subject }) => subject.findingId))]);
  return ({ findingId }, versions) =>
    versions.flatMap((version) => known.get(findingId)?.get(version) ?? []).toSorted()[0] ?? null;
}
