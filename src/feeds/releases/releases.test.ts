import { describe, expect, it } from 'vitest';
import { readFeed, readSome } from '../../../test/support/read-feed.ts';
import { createReleasesFeed } from './releases.ts';

const { signal } = new AbortController();

function openAt(day: string, ecosystems = ['Debian']) {
  return createReleasesFeed({ ecosystems, now: () => Date.parse(day) });
}

describe('createReleasesFeed', () => {
  it('lists the ended releases of the configured distributions, newest first', async () => {
    const list = await openAt('2024-07-01').readList('releases', {}, { signal });

    expect(list).toMatchObject({
      entries: [
        { id: 'EOL-Debian-10', modified: '2024-06-30T23:59:59.000000Z' },
        { id: 'EOL-Debian-9' },
        { id: 'EOL-Debian-8' },
        { id: 'EOL-Debian-7' },
      ],
    });
  });

  it('is unchanged until another release ends', async () => {
    const list = await openAt('2024-06-29').readList('releases', {}, { signal });
    const etag = typeof list === 'object' ? list.etag : undefined;

    expect(await openAt('2024-06-30').readList('releases', { etag }, { signal })).toBe('unchanged');
    expect(await openAt('2024-07-01').readList('releases', { etag }, { signal })).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ id: 'EOL-Debian-10' })]) as unknown,
    });
  });

  it('reads all records or some of them', async () => {
    const feed = openAt('2024-07-01');

    expect((await readFeed(feed)).keys).toHaveLength(4);
    expect((await readSome(feed, 'releases', ['EOL-Debian-9', 'EOL-Debian-99'])).keys).toEqual([
      'releases/EOL-Debian-9',
    ]);
  });
});
