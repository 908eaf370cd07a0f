/** Real SBOMs as inventories: all accepted ones, or those with the given names. */
import { inspectSbom, type InspectedSbom } from '../../src/core/sbom/scan/inspect-sbom.ts';
import type { Inventory } from '../../src/core/sbom/inventory.ts';
import { chooseDocument } from '../../src/core/sbom/scan/sbom-syntax.ts';
import { parseSbom } from '../../src/core/sbom/parse-sbom.ts';
import { listRealSboms, type RealSbom } from './real-data.ts';
import { refusalOf, scan } from './scan-bytes.ts';

export interface RealInventory {
  readonly file: string;
  readonly inspected: InspectedSbom;
  /** Parsed components that `componentCount` does not count: parts of the subject, models and data sets. */
  readonly besides: number;
  readonly inventory: Inventory;
}

/** Returns an empty list if there is no real data. */
export function readRealInventories(isWanted: (file: string) => boolean = () => true): readonly RealInventory[] {
  return listRealSboms()
    .filter(({ file }) => isWanted(file))
    .flatMap(readOne);
}

/** Prints the number of documents by format, version and tool. */
export function printSummary(all: readonly RealInventory[]): void {
  const groups = Map.groupBy(all, ({ inspected, inventory }) => {
    // Without the version of the tool, because most tools occur in many versions.
    const tool = /^[A-Za-z]*/.exec(inventory.tool ?? '')?.[0].toLowerCase() ?? '';
    return `${inspected.format} ${inspected.specVersion} ${tool === '' ? '-' : tool}`;
  });
  const rows = [...groups].map(([form, members]) => {
    const count = (of: (inventory: Inventory) => number): number =>
      members.reduce((total, { inventory }) => total + of(inventory), 0);
    const summary = {
      documents: members.length,
      components: count(({ components }) => components.length),
      roots: count(({ roots }) => roots.length),
      complete: count(({ graph }) => Number(graph === 'complete')),
      partial: count(({ graph }) => Number(graph === 'partial')),
      missing: count(({ graph }) => Number(graph === 'missing')),
    };
    return [form, summary] as const;
  });
  if (rows.length > 0) console.table(Object.fromEntries(rows.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

function readOne({ file, read }: RealSbom): RealInventory[] {
  return readInventory(file, read());
}

/** Returns an empty list if the document is refused. */
export function readInventory(file: string, bytes: Uint8Array): RealInventory[] {
  let inspected: InspectedSbom | undefined;
  let besides = 0;
  const refusal = refusalOf(() => {
    const facts = scan(bytes);
    const { subjectParts, graphModels } = chooseDocument(facts).document.counts;
    besides = subjectParts + graphModels;
    inspected = inspectSbom(facts);
  });
  if (refusal !== undefined || inspected === undefined) return [];
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return [{ file, inspected, besides, inventory: parseSbom(value, inspected) }];
}
