import { describe, expect, it } from 'vitest';
import { searchSections, toSections } from './search-documents.ts';

const SECTIONS = toSections([
  {
    path: '/docs/guides/webhooks',
    title: 'Receive webhooks',
    blocks: [
      { paragraph: ['Have Assay send ', { bold: ['events'] }, '.'] },
      { heading: 2, id: 'delivery', text: ['Delivery'] },
      { columns: [['Field'], ['Meaning']], rows: [[[{ code: 'webhook-id' }], ['Stable id of an event']]] },
    ],
  },
  {
    path: '/docs/reference/events',
    title: 'Events',
    blocks: [{ pre: 'curl /api/v2/event' }, { items: [[{ paragraph: ['Delivery is ordered'] }]], isOrdered: false }],
  },
]);

describe('searchSections', () => {
  it.each([
    ['a heading before text', 'delivery', ['/docs/guides/webhooks#delivery', '/docs/reference/events']],
    ['a title before text', 'events', ['/docs/reference/events', '/docs/guides/webhooks']],
    ['code', 'webhook-id', ['/docs/guides/webhooks#delivery']],
    ['all words, in any case and place', 'CURL delivery', ['/docs/reference/events']],
    ['nothing for an unknown word', 'delivery zebra', []],
    ['nothing for spaces', '  ', []],
  ])('finds %s', (_, query, paths) => {
    expect(searchSections(SECTIONS, query).map(({ path }) => path)).toEqual(paths);
  });

  it('shows the text around the match', () => {
    const text = `${'before '.repeat(40)}needle${' after'.repeat(40)}`;
    const [hit] = searchSections([{ path: '/docs/x', page: 'X', heading: '', text }], 'needle');

    expect(hit?.excerpt).toMatch(/^… before .*needle.* …$/);
    expect(hit?.excerpt.length).toBeLessThan(180);
  });
});
