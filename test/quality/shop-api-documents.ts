/** The real documents of `shop-api` and the real npm advisories about their packages, for tests in which both change. */
import { readFileSync } from 'node:fs';
import { readRealRecords } from '../support/real-advisories.ts';
import { getRealData } from '../support/real-data.ts';
import type { NaiveFinding, NpmComponents, NpmRecord } from './naive-npm.ts';

export interface ShopDocument {
  readonly components: readonly { readonly group?: string; readonly name: string; readonly version: string }[];
}

/** Throws without real data. */
export function readShopDocument(version: string): ShopDocument {
  return JSON.parse(
    readFileSync(getRealData('sboms', 'history', `shop-api-${version}.cdx.json`), 'utf8'),
  ) as ShopDocument;
}

export function packageNameOf({ group = '', name }: ShopDocument['components'][number]): string {
  return group === '' ? name : `${group}/${name}`;
}

export function componentsOf({ components }: ShopDocument): NpmComponents {
  const byName = Map.groupBy(components, packageNameOf);
  return new Map([...byName].map(([name, same]) => [name, same.map(({ version }) => version)]));
}

/** Only records of packages that some document contains: all others make no difference, and take most of the time. */
export async function readStateOf(state: string, documents: Iterable<ShopDocument>): Promise<NpmRecord[]> {
  const held = new Set([...documents].flatMap(({ components }) => components.map(packageNameOf)));
  const records = ((await readRealRecords('npm', state)) ?? []) as NpmRecord[];
  return records.filter(({ affected = [] }) => affected.some((each) => held.has(each.package?.name ?? '')));
}

/** Whether an expected finding has the reported id among its ids. */
export function isAmong(
  findings: readonly NaiveFinding[],
  told: { readonly vulnerability: string; readonly package: string },
): boolean {
  return findings.some((each) => each.package === told.package && each.ids.has(told.vulnerability));
}
