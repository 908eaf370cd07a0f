import fc from 'fast-check';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { toServerUrls } from './server-queries.ts';

describe('toServerUrls', () => {
  it('connects as an ordinary role to its own database', () => {
    const client = new Client({ connectionString: toServerUrls('/data/s', 5432).url });

    expect(client).toMatchObject({ host: '/data/s', port: 5432, user: 'assay', database: 'assay', ssl: false });
  });

  it('passes every path to the driver unchanged', () => {
    const path = fc.string({ unit: 'grapheme', maxLength: 80 }).filter((text) => !text.includes('\0'));

    fc.assert(
      fc.property(path, (text) => {
        const client = new Client({ connectionString: toServerUrls(`/${text}`, 5432).url });

        expect(client.host).toBe(`/${text}`);
      }),
    );
  });
});
