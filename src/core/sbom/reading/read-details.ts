/**
 * What of a component is only shown: kept within limits, cleaned, and left out where it is no text. None of it refuses or changes
 * anything, and the raw document has all of it.
 */
import { LIMITS } from '../../limits.ts';
import { cleanText, shortenText } from '../clean-text.ts';
import type { ComponentDetails } from '../inventory.ts';
import type { WarningList } from './warning-list.ts';

/** Foreign values: what is no text is as good as absent. */
export interface RawDetails {
  readonly description?: unknown;
  readonly supplier?: unknown;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { readonly algorithm: unknown; readonly value: unknown }[];
  readonly references?: readonly { readonly type: unknown; readonly url: unknown }[];
  readonly locations?: readonly { readonly path: unknown; readonly layer?: unknown }[];
}

/** Undefined when nothing is left. `path` is the JSON pointer of the component. */
export function readDetails(raw: RawDetails, path: string, warnings: WarningList): ComponentDetails | undefined {
  const fit = (value: unknown): string | undefined => fitText(value, path, warnings);
  const description = fit(raw.description);
  const supplier = fit(raw.supplier);
  const licenses = keepFew(raw.licenses, fit);
  const hashes = keepFew(raw.hashes, ({ algorithm, value }) =>
    combine({ algorithm: fit(algorithm), value: fit(value) }),
  );
  const references = keepFew(raw.references, ({ type, url }) => combine({ type: fit(type) ?? 'other', url: fit(url) }));
  const locations = keepFew(raw.locations, (each) => {
    const [place, layer] = [fit(each.path), fit(each.layer)];
    return place === undefined ? undefined : { path: place, ...(layer !== undefined && { layer }) };
  });
  const details = {
    ...(description !== undefined && { description }),
    ...(supplier !== undefined && { supplier }),
    ...(licenses.length > 0 && { licenses }),
    ...(hashes.length > 0 && { hashes }),
    ...(references.length > 0 && { references }),
    ...(locations.length > 0 && { locations }),
  };
  return Object.keys(details).length === 0 ? undefined : details;
}

function fitText(value: unknown, path: string, warnings: WarningList): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const text = shortenText(value, LIMITS.detailTextCharactersMax);
  const clean = cleanText(text);
  if (clean !== text) warnings.add('TEXT_REPLACED', path);
  return clean;
}

/** The first ones that can be read, without duplicates. */
function keepFew<Raw, Kept>(list: readonly Raw[] | undefined, read: (raw: Raw) => Kept | undefined): readonly Kept[] {
  const kept = new Map<string, Kept>();
  for (const raw of list ?? []) {
    if (kept.size === LIMITS.detailsPerListMax) break;
    const value = read(raw);
    if (value !== undefined) kept.set(JSON.stringify(value), value);
  }
  return [...kept.values()];
}

type Whole<Parts> = { [Name in keyof Parts]: Exclude<Parts[Name], undefined> };

/** All parts, or nothing. */
function combine<Parts extends Readonly<Record<string, string | undefined>>>(parts: Parts): Whole<Parts> | undefined {
  return Object.values(parts).includes(undefined) ? undefined : (parts as Whole<Parts>);
}
