/**
 * Parses the product tree of a CSAF document: the products and their components, with the identifiers that they state. Ids of
 * products are opaque; what a component belongs to is stated by a relationship, never by a part of its id.
 * https://docs.oasis-open.org/csaf/csaf/v2.0/csaf-v2.0.html#322-product-tree-property
 */
import { isObject, memberIn } from '../../json/members.ts';

export interface CsafProduct {
  readonly id: string;
  readonly name: string;
  readonly purl: string | undefined;
  readonly cpe: string | undefined;
  /** The product that the component is part of; undefined for a product that is not part of another one. */
  readonly of?: CsafProduct;
}

/** Returns the products by id. A product that is described twice keeps its first description. */
export function parseProductTree(tree: unknown): ReadonlyMap<string, CsafProduct> {
  const products = new Map<string, CsafProduct>();
  for (const product of namedProducts(tree)) if (!products.has(product.id)) products.set(product.id, product);
  for (const relationship of listOf(tree, 'relationships')) {
    const id = textOf(memberIn(relationship, 'full_product_name'), 'product_id');
    const component = products.get(textOf(relationship, 'product_reference') ?? '');
    const of = products.get(textOf(relationship, 'relates_to_product_reference') ?? '');
    if (id === undefined || component === undefined || of === undefined || products.has(id)) continue;
    products.set(id, { ...component, id, name: component.name, of });
  }
  return products;
}

/** Branches can be nested to any depth, so they are walked without recursion. */
function* namedProducts(tree: unknown): Generator<CsafProduct> {
  for (const value of listOf(tree, 'full_product_names')) yield* toProduct(value);
  const waiting = [...listOf(tree, 'branches')];
  for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
    yield* toProduct(memberIn(branch, 'product'));
    for (const inner of listOf(branch, 'branches')) waiting.push(inner);
  }
}

function* toProduct(value: unknown): Generator<CsafProduct> {
  const id = textOf(value, 'product_id');
  if (id === undefined) return;
  const helper = memberIn(value, 'product_identification_helper');
  yield { id, name: textOf(value, 'name') ?? id, purl: textOf(helper, 'purl'), cpe: textOf(helper, 'cpe') };
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = isObject(value) ? memberIn(value, name) : undefined;
  return Array.isArray(list) ? list : [];
}

function textOf(value: unknown, name: string): string | undefined {
  const text = memberIn(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
