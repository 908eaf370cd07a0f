import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { latestAnalysisKey } from '../services/analyses.ts';
import { findingListKey, findingPage, type FindingList, type FindingPage } from './findings.ts';

const ADDRESS = { service: 'shop', version: '1.0' };

describe('pages of findings', () => {
  let ids: readonly number[] = [];
  let client = new QueryClient();
  let list: FindingList = { address: ADDRESS, view: {}, cursors: new Map() };
  let stops: (() => void)[] = [];

  beforeEach(() => {
    client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
    list = { address: ADDRESS, view: {}, cursors: new Map() };
    setResult(1, rowsFrom(1, 200));
    vi.stubGlobal('fetch', async (url: string) => answer(url));
  });
  afterEach(() => {
    for (const stop of stops) stop();
    stops = [];
    vi.unstubAllGlobals();
  });

  function setResult(analysis: number, next: readonly number[]): void {
    ids = next;
    client.setQueryData(latestAnalysisKey(ADDRESS), { id: `analysis-${analysis}`, status: 'completed' });
  }

  /** As the API: a cursor continues after the row that it names, wherever that is now. */
  function answer(url: string): Response {
    const query = new URL(url, 'http://localhost').searchParams;
    const cursor = query.get('cursor');
    const start = cursor === null ? Number(query.get('offset')) : ids.indexOf(Number(cursor)) + 1;
    const items = ids.slice(start, start + Number(query.get('limit')));
    const next = `</finding?cursor=${items.at(-1)}>; rel="next"`;
    return Response.json(items, { headers: { 'x-total-count': String(ids.length), link: next } });
  }

  async function show(page: number): Promise<() => FindingPage | undefined> {
    const observer = new QueryObserver(client, findingPage(client, list, page));
    stops.push(observer.subscribe(() => undefined));
    await expect.poll(() => observer.getCurrentResult().data).toBeDefined();
    return () => observer.getCurrentResult().data;
  }

  const rowsOnPages = (pages: readonly (() => FindingPage | undefined)[]) =>
    pages.flatMap((page) => page()?.items ?? []);

  it('are all of the new result when a newer analysis is shown', async () => {
    const pages = [await show(0), await show(1)];
    setResult(2, [...rowsFrom(1001, 20), ...ids]);
    await client.resetQueries({ queryKey: findingListKey(ADDRESS) });

    expect(rowsOnPages(pages)).toEqual(ids.slice(0, 150));
    pages.push(await show(2));
    expect(rowsOnPages(pages)).toEqual(ids);
  });

  it('repeat and lose no row after a decision that removes one', async () => {
    const pages = [await show(0), await show(1)];
    setResult(2, ids.slice(1));
    await client.invalidateQueries({ queryKey: findingListKey(ADDRESS) });

    expect(rowsOnPages(pages)).toEqual(ids.slice(0, 150));
    pages.push(await show(2));
    expect(rowsOnPages(pages)).toEqual(ids);
  });

  it('continue the rows on the screen while a newer analysis is only offered', async () => {
    const [before, pages] = [ids, [await show(0), await show(1)]];
    setResult(2, [...rowsFrom(1001, 20), ...ids]);
    pages.push(await show(2));

    expect(rowsOnPages(pages)).toEqual(before);
    expect(pages.map((page) => page()?.result)).toEqual(['analysis-1', 'analysis-1', 'analysis-1']);
  });
});

function rowsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
