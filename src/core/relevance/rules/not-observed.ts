/**
 * R18. The image was observed for at least a week, and no file of the component was used. It may still be used later, so the
 * finding is only deprioritized. A component without known files cannot be observed.
 */
import type { Observation } from '../../profile/profile-view.ts';
import { addDays, isBefore } from '../calendar.ts';
import { isTrueEverywhere } from '../subject/everywhere.ts';
import type { Evidence } from '../opinions/opinion.ts';
import { shortenName } from '../shorten-name.ts';
import type { ComponentPlace, Subject } from '../subject/subject.ts';
import { toRuleOpinion, toEvidence, type Rule } from './rule.ts';

const NAME = { id: 'R18', version: 1, code: 'not-observed' } as const;

const DAYS_MIN = 7;

export const notObserved: Rule = {
  ...NAME,
  judge: (subject) => {
    const isUnseen = isTrueEverywhere(
      subject,
      (place, { observations }) =>
        place.files.length > 0 &&
        observations.some((each) => isForPlace(each, place) && isLongEnough(each)) &&
        observations.every((each) => !isForPlace(each, place) || !place.files.some((file) => each.hasObserved(file))),
    );
    if (!isUnseen) return undefined;
    return toRuleOpinion(NAME, {
      effect: 'deprioritize',
      state: 'exploitable',
      justification: 'code_not_reachable',
      label: 'not_observed',
      text: `No file of the component was used while its images were observed for at least ${DAYS_MIN} days.`,
      evidence: toEvidence(toObservationEvidence(subject)),
    });
  },
};

function isForPlace({ image }: Observation, place: ComponentPlace): boolean {
  return image !== null && image === place.image;
}

function isLongEnough({ from, to }: Observation): boolean {
  const least = addDays(from, DAYS_MIN);
  return least !== undefined && !isBefore(to, least);
}

function toObservationEvidence({ profiles, places }: Subject): Evidence[] {
  return profiles.flatMap(({ observations }) =>
    observations
      .filter((each) => places.some((place) => isForPlace(each, place)))
      .map((each) => ({ type: 'runtime', path: shortenName(each.image ?? ''), value: `${each.from} to ${each.to}` })),
  );
}
