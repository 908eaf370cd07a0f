/**
 * Pairs the documents of one version with those of another. Equal slots pair first. Image tags change with every release, so
 * images pair by repository, and where a version has several tags of one repository, by the part of the tag that is not the
 * version. Documents without an image pair by subject, because a new ecosystem changes their slot.
 */
import { familyOf, type SlotFamily, type SlotHolder } from '../naming/slot-name.ts';

export interface PairedDocument extends SlotHolder {
  /** Name of the version that contains the document. */
  readonly versionName?: string | undefined;
  /** False for a document that does not count. */
  readonly isRead?: boolean;
}

/** Maps each slot of the base to the matching slots of the head. Empty: the head has no counterpart. */
export function pairSlots(
  base: readonly PairedDocument[],
  head: readonly PairedDocument[],
): ReadonlyMap<string, readonly string[]> {
  const before = describe(base);
  const after = describe(head);
  const known = new Set(before.map(({ slot }) => slot));
  const kept = new Set(after.map(({ slot }) => slot).filter((slot) => known.has(slot)));
  const free = Map.groupBy(
    after.filter(({ slot }) => !kept.has(slot)),
    ({ key }) => key,
  );
  const sizes = Map.groupBy(
    before.filter(({ isCounted }) => isCounted),
    ({ key }) => key,
  );
  return new Map(
    before.map((each) => {
      if (kept.has(each.slot)) return [each.slot, [each.slot]];
      const candidates = each.family === undefined ? [] : (free.get(each.key) ?? []);
      const isOnly = (sizes.get(each.key)?.length ?? 0) <= 1;
      return [each.slot, candidates.filter((other) => isOnly || isSameVariant(each, other)).map(({ slot }) => slot)];
    }),
  );
}

/**
 * Returns a function that gives the same document the same name in all versions: the image repository or the subject, plus the
 * variant where a version has several.
 */
export function nameAcrossVersions(
  versions: readonly (readonly PairedDocument[])[],
): (document: PairedDocument) => string {
  const described = versions.map((documents) => describe(documents.filter(({ isRead }) => isRead !== false)));
  const several = new Set(
    described.flatMap((documents) =>
      [...Map.groupBy(documents, ({ key }) => key)].flatMap(([key, { length }]) => (length > 1 ? [key] : [])),
    ),
  );
  return (document) => {
    const [about] = describe([document]);
    if (about?.family === undefined) return document.slot;
    if (!several.has(about.key)) return about.family.name;
    if (about.family.kind === 'subject') return document.slot;
    const variant = about.variant === '' ? '' : ` (${about.variant})`;
    return `${about.family.name}${variant}`;
  };
}

interface DescribedDocument {
  readonly slot: string;
  readonly family: SlotFamily | undefined;
  readonly key: string;
  readonly variant: string;
  readonly isCounted: boolean;
}

/** Returns one entry per slot, the first one. */
function describe(documents: readonly PairedDocument[]): readonly DescribedDocument[] {
  const bySlot = new Map<string, DescribedDocument>();
  for (const document of documents) {
    const { slot, versionName = '', isRead = true } = document;
    const known = bySlot.get(slot);
    if (known !== undefined && (known.isCounted || !isRead)) continue;
    const family = familyOf(document);
    const variant = family?.kind === 'image' ? variantOf(family.tag ?? '', versionName) : '';
    bySlot.set(slot, { slot, family, key: `${family?.kind} ${family?.name ?? slot}`, variant, isCounted: isRead });
  }
  return [...bySlot.values()];
}

function isSameVariant(one: DescribedDocument, other: DescribedDocument): boolean {
  if (one.family?.kind !== 'subject' || other.family?.kind !== 'subject') return one.variant === other.variant;
  const [a, b] = [one.family.origin, other.family.origin];
  if (a === undefined || b === undefined) return true;
  const isSameTool = a.tools.join('\n') === b.tools.join('\n');
  return isSameTool && a.packageTypes.some((type) => b.packageTypes.includes(type));
}

const WORD_ENDS = /[-_/:@ ]/;
// `1.4.2`, `v2`, a commit hash, or a prerelease.
const VERSION_WORD = /^(?:v?\d.*|g?(?=[a-f]*\d)[0-9a-f]{7,64}|(?:rc|alpha|beta|snapshot)[.\d]*)$/i;

/**
 * Returns `arm64` for the tag `1.4.2-arm64`, `alpine` for `1.4.2-alpine3.18`, and an empty string when the tag is only a version.
 */
function variantOf(tag: string, versionName: string): string {
  const named = new Set(versionName.split(WORD_ENDS));
  return tag
    .split(WORD_ENDS)
    .filter((word) => !named.has(word) && !VERSION_WORD.test(word))
    .map(withoutVersionEnd)
    .filter((word) => word !== '')
    .join('-');
}

/** Returns `alpine` for `alpine3.18`, but keeps `arm64`: its number is not a version. */
function withoutVersionEnd(word: string): string {
  const end = Array.from(word).findLastIndex((character) => !'0123456789.'.includes(character)) + 1;
  return word.includes('.', end) ? word.slice(0, end) : word;
}
