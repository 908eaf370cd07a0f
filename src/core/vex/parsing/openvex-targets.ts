/**
 * Parses the targets of an OpenVEX statement: each product, alone or with each of its subcomponents. A product may have several
 * identifiers; each is a target of its own, because any of them may match.
 */
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import type { VexTarget } from '../vex-statement.ts';
import { listIn, textIn } from './untrusted-fields.ts';
import { isPurl } from './is-purl.ts';
import type { VexWarnings } from './vex-warnings.ts';

/** Lazy, because products times subcomponents may exceed the limit of statements. */
export function* parseOpenVexTargets(statement: unknown, path: string, warnings: VexWarnings): Generator<VexTarget> {
  const products = listIn(statement, 'products');
  if (products.length === 0) warnings.add('target-missing', `${path}/products`);
  // The first drafts put subcomponents beside the products.
  const shared = parseComponents(statement, path, warnings);
  for (const [i, product] of products.entries()) {
    const place = `${path}/products/${i}`;
    const names = namesOf(product);
    if (names.length === 0) warnings.add('target-unreadable', place);
    const own = parseComponents(product, place, warnings);
    // Also when no subcomponent can be parsed: a statement about a part is not valid for the whole product.
    const isWhole = own === undefined && shared === undefined;
    for (const name of names) {
      if (isWhole) yield toTarget(name, null);
      for (const purls of [own ?? [], shared ?? []]) {
        for (const purl of purls) yield toTarget(name, purl);
      }
    }
  }
}

/** Purls of the subcomponents; undefined if the holder lists no subcomponents. */
function parseComponents(holder: unknown, path: string, warnings: VexWarnings): readonly string[] | undefined {
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

/** Its purls; if it has none, its digest or its name. */
function namesOf(component: unknown): readonly string[] {
  if (typeof component === 'string') return component.trim() === '' ? [] : listUsable([component.trim()]);
  const id = textIn(component, '@id')?.trim();
  const purl = textIn(memberIn(component, 'identifiers'), 'purl')?.trim();
  const purls = [id, purl].filter((text) => text !== undefined && isPurl(text));
  if (purls.length > 0) return listUsable(purls);
  const digest = textIn(memberIn(component, 'hashes'), 'sha-256')?.trim().toLowerCase();
  return listUsable([id, digest === undefined ? undefined : `sha256:${digest}`]);
}

function listUsable(names: readonly (string | undefined)[]): readonly string[] {
  const usable = names.filter(
    (name) => name !== undefined && name.length <= LIMITS.purlBytesMax && name.isWellFormed(),
  );
  return [...new Set(usable)].filter((name) => name !== undefined);
}
