/**
 * Derives fields of a profile from SBOMs, and merges them with those stated by users. A fact from an SBOM needs no confirmation, so only certain facts are derived: that
 * something is present, never that it is absent. A field for which documents differ is unknown.
 */
import { uniqueSorted } from '../../collections/text-lists.ts';
import type { DocumentTraits } from './describe-document.ts';
import { PROFILE_PATHS, type ProfilePath } from '../profile-fields.ts';
import { uniqueLanguages } from './runtime-components.ts';
import { basisOf, canonicalJson, isKnown, type ProfileField, type ProfileFields } from '../security-profile.ts';

/** Traits of one live document of a version. */
export type LabeledTraits = Pick<
  DocumentTraits,
  'kind' | 'isContainer' | 'platform' | 'distro' | 'languages' | 'hasShell'
> & {
  /** For the evidence: the image, or the name of the slot. */
  readonly label: string;
};

/** From the documents that a profile applies to. Documents of sources and builds describe what is built, not where it runs. */
export function deriveFields(documents: readonly LabeledTraits[]): ProfileFields {
  const running = documents.filter(({ kind, isContainer }) => isContainer || kind === 'deployed');
  if (running.length === 0) return {};
  const evidence = describe(running);
  const fields: Partial<Record<ProfilePath, ProfileField>> = {};
  const set = (path: ProfilePath, value: unknown, complete?: boolean): void => {
    if (value === undefined) return;
    fields[path] = { value, ...(complete !== undefined && { complete }), source: 'sbom', evidence };
  };

  if (running.every(({ isContainer }) => isContainer)) set('runtime.containerized', 'yes');
  set('runtime.os', commonValue(running.map(({ platform: { os } }) => (os.length === 1 ? os[0] : undefined))));
  set('runtime.distro', commonValue(running.map(({ distro }) => distro ?? undefined)));
  const arch = uniqueSorted(running.flatMap(({ platform }) => platform.arch));
  if (arch.length > 0)
    set(
      'runtime.arch',
      arch,
      running.every(({ platform }) => platform.arch.length > 0),
    );
  const languages = uniqueLanguages(running.flatMap((document) => document.languages));
  if (languages.length > 0) set('runtime.languages', languages, false);
  if (running.some(({ hasShell }) => hasShell)) set('privilege.shellAvailable', 'yes');
  return fields;
}

/** The common value; undefined if one is missing or different. */
function commonValue(values: readonly (string | undefined)[]): string | undefined {
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}

const LABELS_SHOWN = 2;
const LABEL_CHARACTERS_MAX = 100;

function describe(documents: readonly LabeledTraits[]): string {
  const labels = documents.slice(0, LABELS_SHOWN).map(({ label }) => label.slice(0, LABEL_CHARACTERS_MAX));
  const more = documents.length - labels.length;
  return `SBOM of ${labels.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

interface FieldConflict {
  readonly path: ProfilePath;
  readonly used: ProfileField;
  readonly other: ProfileField;
}

export interface MergedFields {
  readonly fields: ProfileFields;
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Merges the fields stated by users with those derived from SBOMs. A confirmed value takes precedence over a derived one; an
 * unconfirmed value does not. Differences are reported as conflicts, because the profile cannot know which side is wrong.
 */
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
  if (!Array.isArray(mine.value) || !Array.isArray(shown.value))
    return canonicalJson(mine.value) === canonicalJson(shown.value);
  const listed = new Set(mine.value.map(canonicalJson));
  return shown.value.every((each) => listed.has(canonicalJson(each)));
}
