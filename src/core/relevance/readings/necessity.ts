/**
 * Step 6: checks that the excluded precondition is really necessary. The model has to say so, the sentence of its quote must not
 * reverse it, no other precondition of the same type may be open (several of one type are often alternatives), and if the
 * platform is the reason, no text may name the platform of the service.
 */
import { contradictionsOf, findContradiction } from './contradictions/all-contradictions.ts';
import { knownWords } from './contradictions/other-platform.ts';
import { atPlaces, type Ground, type ReadMatter } from './read-matter.ts';
import type { Precondition, PreconditionType } from './reading.ts';
import type { ReasonCode } from './reason-codes.ts';

export function whyNotNecessary(
  { precondition, path }: { readonly precondition: Precondition | undefined; readonly path: string },
  matter: ReadMatter,
  ground: Ground,
): ReasonCode | undefined {
  if (precondition === undefined || !precondition.necessary) return 'ai_not_necessary';
  if (matter.isTurnedRound(precondition.quote)) return 'ai_ambiguous';
  if (hasOpenAlternative(precondition.type, matter, ground)) return 'ai_ambiguous';
  const row = findContradiction(precondition.type, path);
  return row !== undefined && namesOurs(row.type, matter, ground) ? 'ai_ambiguous' : undefined;
}

function hasOpenAlternative(type: PreconditionType, matter: ReadMatter, ground: Ground): boolean {
  const rows = contradictionsOf(type);
  return matter.preconditions.some(
    (each) => each.type === type && !rows.some((row) => matter.isContradicted(row, each.value, ground)),
  );
}

function namesOurs(type: string, matter: ReadMatter, ground: Ground): boolean {
  if (type !== 'os' && type !== 'arch') return false;
  const ours = atPlaces(matter.subject, ground).flatMap((at) => knownWords(type, at));
  return matter.namesPlatform(type, ours);
}
