/**
 * One profile of what people say and what SBOMs show. A value that a person stands for wins; anything else gives way to the fact.
 * Where the two differ, both are shown: one of them is wrong, and the profile cannot know which.
 */
import { PROFILE_PATHS, type ProfilePath } from './profile-fields.ts';
import { basisOf, isKnown, type ProfileField, type ProfileFields } from './security-profile.ts';

export interface FieldConflict {
  readonly path: ProfilePath;
  readonly used: ProfileField;
  readonly other: ProfileField;
}

export interface MergedFields {
  readonly fields: ProfileFields;
  readonly conflicts: readonly FieldConflict[];
}

export function mergeFields(said: ProfileFields, derived: ProfileFields): MergedFields {
  const fields: Partial<Record<ProfilePath, ProfileField>> = {};
  const conflicts: FieldConflict[] = [];
  for (const path of PROFILE_PATHS) {
    const [mine, shown] = [said[path], derived[path]];
    const used = choose(mine, shown);
    if (used === undefined) continue;
    fields[path] = used;
    const other = used === mine ? shown : mine;
    if (isKnown(mine) && isKnown(shown) && other !== undefined && !saysTheSame(mine, shown))
      conflicts.push({ path, used, other });
  }
  return { fields, conflicts };
}

function choose(mine: ProfileField | undefined, shown: ProfileField | undefined): ProfileField | undefined {
  if (!isKnown(shown)) return mine ?? shown;
  return isKnown(mine) && basisOf(mine) === 'confirmed' ? mine : shown;
}

/** What a list of an SBOM holds may be a part of what a person lists; then they agree. */
function saysTheSame(mine: ProfileField, shown: ProfileField): boolean {
  if (!Array.isArray(mine.value) || !Array.isArray(shown.value)) return textOf(mine.value) === textOf(shown.value);
  const listed = new Set(mine.value.map(textOf));
  return shown.value.every((each) => listed.has(textOf(each)));
}

/** Values were read against the table, so their members are few and flat; their order is the sender's. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value) ?? '';
  return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));
}
