import { describe, expect, it } from 'vitest';
import { parseProductTree } from './product-tree.ts';

const PRODUCT = {
  name: 'Linux 9',
  product_id: 'linux-9',
  product_identification_helper: { cpe: 'cpe:/o:vendor:linux:9' },
};
const PART = { name: 'curl', product_id: 'curl', product_identification_helper: { purl: 'pkg:rpm/vendor/curl' } };
const RELATIONSHIP = {
  category: 'default_component_of',
  full_product_name: { name: 'curl of Linux 9', product_id: 'linux-9:curl' },
  product_reference: 'curl',
  relates_to_product_reference: 'linux-9',
};

describe('parseProductTree', () => {
  it('relates a component to its product', () => {
    const products = parseProductTree({
      branches: [{ category: 'vendor', branches: [{ product: PRODUCT }, { branches: [{ product: PART }] }] }],
      relationships: [RELATIONSHIP],
    });

    expect(products.get('linux-9:curl')).toMatchObject({
      name: 'curl',
      purl: 'pkg:rpm/vendor/curl',
      of: { id: 'linux-9', cpe: 'cpe:/o:vendor:linux:9' },
    });
  });

  it('reads products outside of branches, and keeps the first of two with the same id', () => {
    const products = parseProductTree({ full_product_names: [PART, { ...PART, name: 'other' }] });

    expect([...products.values()].map(({ name }) => name)).toEqual(['curl']);
  });

  it('ignores a relationship to an unknown product', () => {
    const products = parseProductTree({ branches: [{ product: PART }], relationships: [RELATIONSHIP] });

    expect([...products.keys()]).toEqual(['curl']);
  });

  it.each([
    undefined,
    null,
    'text',
    [],
    { branches: 'none', relationships: { length: 1 } },
    { branches: [null, [[]]] },
  ])('returns nothing for %j', (tree) => {
    expect(parseProductTree(tree).size).toBe(0);
  });

  it('reads branches that are nested very deeply', () => {
    let branch: object = { product: PART };
    for (let depth = 0; depth < 50_000; depth += 1) branch = { branches: [branch] };

    expect(parseProductTree({ branches: [branch] }).has('curl')).toBe(true);
  });
});
