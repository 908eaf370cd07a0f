/**
 * Step 6: checks that the excluded precondition is really necessary. The model has to say so, the sentence of its quote must not
 * reverse it, no other precondition of the same type may be open (several of one type are often alternatives), and if the
 * platform is the reason, no text may name the platform of the service.
 */
import { listContradictions, findContradiction } from '../contradictions/all-contradictions.ts';
import { listKnownPlatforms } from '../contradictions/other-platform.ts';
import { toPlaceContexts, type ProfilePlaces, type VerificationContext } from './verification-context.ts';
import type { Precondition, PreconditionType } from '../assessment.ts';
import type { ReasonCode } from './reason-codes.ts';

export function checkNecessity(
  { precondition, path }: { readonly precondition: Precondition | undefined; readonly path: string },
  matter: VerificationContext,
  ground: ProfilePlaces,
): ReasonCode | undefined {
  if (precondition === undefined || !precondition.necessary) return 'ai_not_necessary';
  if (matter.isMeaningReversed(precondition.quote)) return 'ai_ambiguous';
  if (hasOpenAlternative(precondition.type, matter, ground)) return 'ai_ambiguous';
  const row = findContradiction(precondition.type, path);
  return row !== undefined && mentionsOwnPlatform(row.type, matter, ground) ? 'ai_ambiguous' : undefined;
}

function hasOpenAlternative(type: PreconditionType, matter: VerificationContext, ground: ProfilePlaces): boolean {
  const rows = listContradictions(type);
  return matter.preconditions.some(
    (each) => each.type === type && !rows.some((row) => matter.isContradicted(row, each.value, ground)),
  );
}

function mentionsOwnPlatform(type: string, matter: VerificationContext, ground: ProfilePlaces): boolean {
  if (type !== 'os' && type !== 'arch') return false;
  const ours = toPlaceContexts(matter.subject, ground).flatMap((at) => listKnownPlatforms(type, at));
  return matter.mentionsAnyPlatform(type, ours);
}
