/**
 * Display-only details of a component: limited, cleaned, and omitted if they are not text. They never cause a rejection or change
 * a result, and the raw document has all of them.
 */
import { LIMITS } from '../../limits.ts';
import type { ComponentDetails } from '../inventory.ts';
import { fitFreeText } from './fit-text.ts';
import type { WarningList } from './warning-list.ts';

/** Untrusted values: a value that is not a string counts as absent. */
export interface RawDetails {
  readonly description?: unknown;
  readonly supplier?: unknown;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { readonly algorithm: unknown; readonly value: unknown }[];
  readonly references?: readonly { readonly type: unknown; readonly url: unknown }[];
  readonly locations?: readonly { readonly path: unknown; readonly layer?: unknown }[];
  readonly layer?: unknown;
}

/** Undefined if nothing is left. `path` is the JSON pointer of the component. */
export function toDetails(raw: RawDetails, path: string, warnings: WarningList): ComponentDetails | undefined {
  const fitting = { charactersMax: LIMITS.detailTextCharactersMax, path, warnings };
  const fit: Fit = (value) => fitFreeText(value, fitting);
  const description = fit(raw.description);
  const supplier = fit(raw.supplier);
  const licenses = keepFew(raw.licenses, fit, LICENSES);
  const hashes = keepFew(raw.hashes, fit, HASHES);
  const references = keepFew(raw.references, fit, REFERENCES);
  const locations = keepFew(raw.locations, fit, LOCATIONS);
  const layer = fit(raw.layer);
  const isEmpty = [description, supplier, licenses, hashes, references, locations, layer].every(
    (each) => each === undefined,
  );
  return isEmpty ? undefined : { description, supplier, licenses, hashes, references, locations, layer };
}

type Fit = (value: unknown) => string | undefined;

interface ListRules<Raw, Kept> {
  readonly read: (raw: Raw, fit: Fit) => Kept | undefined;
  /** Equal for equal values. */
  readonly keyOf: (kept: Kept) => string;
}

type ElementOf<List> = List extends readonly (infer Element)[] ? Element : never;
type RulesFor<Name extends keyof RawDetails & keyof ComponentDetails> = ListRules<
  ElementOf<RawDetails[Name]>,
  ElementOf<ComponentDetails[Name]>
>;

const LICENSES: RulesFor<'licenses'> = { read: (license, fit) => fit(license), keyOf: (license) => license };
const HASHES: RulesFor<'hashes'> = {
  read: (raw, fit) => {
    const [algorithm, value] = [fit(raw.algorithm), fit(raw.value)];
    return algorithm === undefined || value === undefined ? undefined : { algorithm, value };
  },
  keyOf: ({ algorithm, value }) => `${algorithm} ${value}`,
};
const REFERENCES: RulesFor<'references'> = {
  read: (raw, fit) => {
    const url = fit(raw.url);
    return url === undefined ? undefined : { type: fit(raw.type) ?? 'other', url };
  },
  keyOf: ({ type, url }) => `${type} ${url}`,
};
const LOCATIONS: RulesFor<'locations'> = {
  read: (raw, fit) => {
    const [path, layer] = [fit(raw.path), fit(raw.layer)];
    if (path === undefined) return undefined;
    return layer === undefined ? { path } : { path, layer };
  },
  keyOf: ({ path, layer }) => `${layer ?? ''} ${path}`,
};

/** The first readable values, without duplicates; undefined if there are none. */
function keepFew<Raw, Kept>(
  list: readonly Raw[] | undefined,
  fit: Fit,
  { read, keyOf }: ListRules<Raw, Kept>,
): readonly Kept[] | undefined {
  if (list === undefined || list.length === 0) return undefined;
  const kept: Kept[] = [];
  // Most lists have one element, which needs no key.
  const keys = list.length > 1 ? new Set<string>() : undefined;
  for (const raw of list) {
    if (kept.length === LIMITS.detailsPerListMax) break;
    const value = read(raw, fit);
    if (value === undefined) continue;
    if (keys !== undefined) {
      const key = keyOf(value);
      if (keys.has(key)) continue;
      keys.add(key);
    }
    kept.push(value);
  }
  return kept.length === 0 ? undefined : kept;
}
