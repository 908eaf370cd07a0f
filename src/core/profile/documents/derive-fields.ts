/**
 * Derives fields of a profile from SBOMs. A fact from an SBOM needs no confirmation, so only certain facts are derived: that
 * something is present, never that it is absent. A field for which documents differ is unknown.
 */
import type { DocumentTraits } from './describe-document.ts';
import type { ProfilePath } from '../profile-fields.ts';
import type { Language } from './runtime-components.ts';
import type { ProfileField, ProfileFields } from '../security-profile.ts';
import { compareText } from '../../text/compare-text.ts';

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
  const arch = union(running.map(({ platform }) => platform.arch));
  if (arch.length > 0)
    set(
      'runtime.arch',
      arch,
      running.every(({ platform }) => platform.arch.length > 0),
    );
  const languages = unionOfLanguages(running);
  if (languages.length > 0) set('runtime.languages', languages, false);
  if (running.some(({ hasShell }) => hasShell)) set('privilege.shellAvailable', 'yes');
  return fields;
}

/** The common value; undefined if one is missing or different. */
function commonValue(values: readonly (string | undefined)[]): string | undefined {
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}

function union(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].toSorted();
}

function unionOfLanguages(documents: readonly LabeledTraits[]): readonly Language[] {
  const byText = new Map(
    documents.flatMap(({ languages }) => languages).map((each) => [`${each.name} ${each.version ?? ''}`, each]),
  );
  return [...byText].toSorted(([a], [b]) => compareText(a, b)).map(([, language]) => language);
}

const LABELS_SHOWN = 2;
const LABEL_CHARACTERS_MAX = 100;

function describe(documents: readonly LabeledTraits[]): string {
  const labels = documents.slice(0, LABELS_SHOWN).map(({ label }) => label.slice(0, LABEL_CHARACTERS_MAX));
  const more = documents.length - labels.length;
  return `SBOM of ${labels.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
