/**
 * R18. The image was observed for at least a week, and no file of the component was used. It may still be used later, so the
 * finding is only deprioritized. A component without known files cannot be observed.
 */
import type { Observation } from '../../profile/profile-view.ts';
import { addDays, isBefore } from '../calendar.ts';
import { isTrueEverywhere, type ComponentPlace, type Subject } from '../subject/subject.ts';
import { type Evidence, shortenName } from '../opinions/opinion.ts';
import { defineRule } from './rule.ts';

const DAYS_MIN = 7;

export const notObserved = defineRule({ id: 'R18', version: 1, code: 'not-observed' }, (subject) => {
  const isUnseen = isTrueEverywhere(
    subject,
    (place, { observations }) =>
      place.files.length > 0 &&
      observations.some((each) => isForPlace(each, place) && isLongEnough(each)) &&
      observations.every((each) => !isForPlace(each, place) || !place.files.some((file) => each.hasObserved(file))),
  );
  if (!isUnseen) return undefined;
  return {
    effect: 'deprioritize',
    state: 'exploitable',
    justification: 'code_not_reachable',
    label: 'not_observed',
    text: `No file of the component was used while its images were observed for at least ${DAYS_MIN} days.`,
    evidence: toObservationEvidence(subject),
  };
});

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
