/**
 * What an OpenVEX statement is about: each product, alone or with each of its subcomponents. A product may be named in several
 * ways; any of them will do, so each is a target of its own.
 */
import { LIMITS } from '../../limits.ts';
import type { VexTarget } from '../vex-statement.ts';
import { listIn, memberOf, textIn } from './foreign-fields.ts';
import { isPurl } from './is-purl.ts';
import type { VexWarnings } from './vex-warnings.ts';

/** As they are asked for: products times subcomponents may be more than a document is allowed to say. */
export function* readOpenVexTargets(statement: unknown, path: string, warnings: VexWarnings): Generator<VexTarget> {
  const products = listIn(statement, 'products');
  if (products.length === 0) warnings.add('target-missing', `${path}/products`);
  // Of the first drafts, which knew no structure below a product.
  const shared = readComponents(statement, path, warnings);
  for (const [i, product] of products.entries()) {
    const place = `${path}/products/${i}`;
    const names = namesOf(product);
    if (names.length === 0) warnings.add('target-unreadable', place);
    const own = readComponents(product, place, warnings);
    // Also where none of them can be read: what is said of a part is not true of the whole.
    const isWhole = own === undefined && shared === undefined;
    for (const name of names) {
      if (isWhole) yield toTarget(name, null);
      for (const purls of [own ?? [], shared ?? []]) {
        for (const purl of purls) yield toTarget(name, purl);
      }
    }
  }
}

/** Purls of the subcomponents; undefined when there are no subcomponents. */
function readComponents(holder: unknown, path: string, warnings: VexWarnings): readonly string[] | undefined {
  const components = listIn(holder, 'subcomponents');
  if (components.length === 0) return undefined;
  return components.flatMap((component, i) => {
    const purls = namesOf(component).filter(isPurl);
    if (purls.length === 0) warnings.add('target-unreadable', `${path}/subcomponents/${i}`);
    return purls;
  });
}

function toTarget(product: string, component: string | null): VexTarget {
  return { product, component, bomLink: null, versions: [] };
}

/** Its purls; where it has none, its digest or what it is called. */
function namesOf(component: unknown): readonly string[] {
  if (typeof component === 'string') return component.trim() === '' ? [] : fitting([component.trim()]);
  const id = textIn(component, '@id')?.trim();
  const purl = textIn(memberOf(component, 'identifiers'), 'purl')?.trim();
  const purls = [id, purl].filter((text) => text !== undefined && isPurl(text));
  if (purls.length > 0) return fitting(purls);
  const digest = textIn(memberOf(component, 'hashes'), 'sha-256')?.trim().toLowerCase();
  return fitting([id, digest === undefined ? undefined : `sha256:${digest}`]);
}

function fitting(names: readonly (string | undefined)[]): readonly string[] {
  const usable = names.filter(
    (name) => name !== undefined && name.length <= LIMITS.purlBytesMax && name.isWellFormed(),
  );
  return [...new Set(usable)].filter((name) => name !== undefined);
}
