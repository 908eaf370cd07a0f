import { describe, expect, it } from 'vitest';
import { aComponent } from '../../../test/support/inventories.ts';
import { PackedDocument, packDocument } from './packed-document.ts';

const CLAIM = {
  id: 'CVE-2021-44228',
  source: undefined,
  components: [1],
  state: 'not_affected',
  justification: undefined,
  detail: undefined,
};

function open(count: number): PackedDocument {
  const components = Array.from({ length: count }, (_, n) => aComponent({ ref: `ref-${n}`, name: `näme-${n}` }));
  const packed = packDocument({
    subject: aComponent({ name: 'shop', version: '1.4.2' }),
    components,
    edges: Int32Array.of(-1, 0, 0, 1),
    roots: Int32Array.of(-1),
    claims: [CLAIM],
    positions: Int32Array.from(components, (_, n) => count - n),
  });
  return new PackedDocument(Buffer.from(packed));
}

describe('PackedDocument', () => {
  it.each([0, 499, 500, 1_234])('returns component %d', (index) => {
    expect(open(1_235).component(index)).toMatchObject({ ref: `ref-${index}`, name: `näme-${index}` });
  });

  it('returns the graph with positions as ranks', () => {
    const { count, edges, roots, ranks, groups } = open(3).graph();

    expect({ count, edges: [...edges], roots: [...roots], ranks: [...ranks], groups: [...groups] }).toEqual({
      count: 3,
      edges: [-1, 0, 0, 1],
      roots: [-1],
      ranks: [3, 2, 1],
      groups: [0, 0, 0],
    });
  });

  it('returns the subject and the claims', () => {
    const document = open(2);

    expect(document.subject).toEqual({ name: 'shop', version: '1.4.2' });
    expect(document.claims()).toMatchObject([{ id: 'CVE-2021-44228', components: [1], state: 'not_affected' }]);
  });

  it('returns undefined for a component beyond the last one', () => {
    expect(open(2).component(2)).toBeUndefined();
  });

  it('packs an empty document', () => {
    expect(open(0).graph().count).toBe(0);
  });
});
