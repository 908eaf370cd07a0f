/**
 * Merges the fields stated by users with those derived from SBOMs. A confirmed value takes precedence over a derived one; an
 * unconfirmed value does not. Differences are reported as conflicts, because the profile cannot know which side is wrong.
 */
import { PROFILE_PATHS, type ProfilePath } from '../profile-fields.ts';
import { basisOf, isKnown, type ProfileField, type ProfileFields } from '../security-profile.ts';
import { compareText } from '../../text/compare-text.ts';

export interface FieldConflict {
  readonly path: ProfilePath;
  readonly used: ProfileField;
  readonly other: ProfileField;
}

export interface MergedFields {
  readonly fields: ProfileFields;
  readonly conflicts: readonly FieldConflict[];
}

export function mergeFields(stated: ProfileFields, derived: ProfileFields): MergedFields {
  const fields: Partial<Record<ProfilePath, ProfileField>> = {};
  const conflicts: FieldConflict[] = [];
  for (const path of PROFILE_PATHS) {
    const [mine, shown] = [stated[path], derived[path]];
    const used = choose(mine, shown);
    if (used === undefined) continue;
    fields[path] = used;
    const other = used === mine ? shown : mine;
    if (isKnown(mine) && isKnown(shown) && other !== undefined && !isConsistent(mine, shown))
      conflicts.push({ path, used, other });
  }
  return { fields, conflicts };
}

function choose(mine: ProfileField | undefined, shown: ProfileField | undefined): ProfileField | undefined {
  if (!isKnown(shown)) return mine ?? shown;
  return isKnown(mine) && basisOf(mine) === 'confirmed' ? mine : shown;
}

/** A list agrees if it contains all derived values. */
function isConsistent(mine: ProfileField, shown: ProfileField): boolean {
  if (!Array.isArray(mine.value) || !Array.isArray(shown.value)) return textOf(mine.value) === textOf(shown.value);
  const listed = new Set(mine.value.map(textOf));
  return shown.value.every((each) => listed.has(textOf(each)));
}

/** Values were validated against the table, so their members are few and flat, but in the order of the client. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value) ?? '';
  return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => compareText(a, b)));
}
