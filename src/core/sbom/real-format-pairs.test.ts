/**
 * The same software in CycloneDX and SPDX, written by the same tool, gives the same inventory: all pairs among the real
 * documents, with all differences and their reasons. Differences that always occur are ignored: the type of a component
 * (`library`, `package`), and the names of groups such as a lock file.
 */
import { describe, expect, it } from 'vitest';
import { readRealInventories } from '../../../test/support/real-inventories.ts';
import { findDirect } from './graph/direct-dependencies.ts';
import type { Inventory } from './inventory.ts';

interface Pair {
  readonly cyclonedx: string;
  readonly spdx: string;
  /** Number of components that differ, by field; a component in only one of the documents differs in every field. */
  readonly differences: Readonly<Partial<Record<keyof typeof FIELDS, number>>>;
}

const FIELDS = {
  package: () => '',
  cpes: ({ component }) => component.cpes.toSorted().join(' '),
  scope: ({ component }) => component.scope,
  source: ({ component }) => JSON.stringify(component.source),
  packageType: ({ component }) => component.packageType,
  licenses: ({ component }) => component.details?.licenses?.join(' '),
  locations: ({ component }) => component.details?.locations?.map(({ path }) => path).join(' '),
  isDirect: ({ isDirect }) => isDirect,
} as const satisfies Readonly<Record<string, (listed: Listed) => unknown>>;

const PAIRS: readonly Pair[] = [
  // `npm sbom` writes several copies of one version as one component. In CycloneDX the mark of one copy stays: `ms` is marked for
  // development although `jsonwebtoken`, which is not, needs it. The graph corrects that. One package has a license that is not
  // an SPDX expression (`MIT/X11`) and is omitted in CycloneDX; only SPDX has the location of a package.
  aProject('1.0.0', { licenses: 1, locations: 737 }),
  aProject('1.1.0', { licenses: 1, locations: 742 }),
  aProject('2.0.0', { locations: 738 }),
  aProject('2.1.0', { locations: 444 }),
  aProject('3.0.0', { locations: 450 }),
  {
    // Syft 0.65.0 of an image with one Go binary. It writes no edges in either format: in CycloneDX a missing scope means
    // required, in SPDX it is unknown.
    cyclonedx: 'redhat/testdata_syft.cyclonedx.json',
    spdx: 'redhat/testdata_syft.spdx.json',
    differences: { scope: 105 },
  },
  {
    // Syft 0.58.0 and 0.57.0 of one image, without edges. Only CycloneDX names the source of each package; two packages have two
    // licenses there, and one expression in SPDX.
    cyclonedx: 'tools/guac/testdata_exampledata_alpine-cyclonedx.json',
    spdx: 'tools/guac/testdata_exampledata_alpine-spdx.json',
    differences: { scope: 14, source: 14, licenses: 2 },
  },
  {
    // Trivy, development versions. This SPDX has neither the type of a package nor its path. Two packages stand alone below a file
    // in SPDX, and side by side below the image in CycloneDX, where it is unknown whether one brings in the other.
    cyclonedx: 'tools/trivy/sbom_testdata_bom.json',
    spdx: 'tools/trivy/testdata_happy_bom-2.json',
    differences: { packageType: 2, locations: 2, isDirect: 2 },
  },
];

function aProject(version: string, differences: Pair['differences']): Pair {
  const file = `history/shop-api-${version}`;
  return { cyclonedx: `${file}.cdx.json`, spdx: `${file}.spdx.json`, differences };
}

const files = new Set(PAIRS.flatMap(({ cyclonedx, spdx }) => [cyclonedx, spdx]));
const inventories = new Map(
  readRealInventories((file) => files.has(file)).map(({ file, inventory }) => [file, inventory]),
);

describe.runIf(inventories.size > 0)('real documents in both formats', () => {
  it.each(PAIRS)('give the same inventory: $cyclonedx and $spdx', ({ cyclonedx, spdx, differences }) => {
    const one = inventories.get(cyclonedx);
    const other = inventories.get(spdx);
    if (one === undefined || other === undefined) throw new Error('The real data lacks one of the documents.');

    expect(compare(one, other)).toEqual(differences);
  });
});

interface Listed {
  readonly component: Inventory['components'][number];
  readonly isDirect: boolean | null | undefined;
}

function compare(one: Inventory, other: Inventory): Pair['differences'] {
  const found = Object.entries(FIELDS).map(([name, read]) => {
    const lines = [one, other].map((inventory) => list(inventory).map((each) => `${keyOf(each)} ${read(each)}`));
    return [name, Math.max(countMissing(lines[0], lines[1]), countMissing(lines[1], lines[0]))] as const;
  });
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

/** The subject is a component in SPDX only, and may have a purl. */
function list(inventory: Inventory): readonly Listed[] {
  const direct = findDirect(inventory);
  return inventory.components
    .map((component, index) => ({ component, isDirect: direct?.[index] }))
    .filter(({ component }) => component !== inventory.subject && component.purls.length > 0);
}

function keyOf({ component: { name, version, purls } }: Listed): string {
  return [name, version, ...purls.toSorted()].join(' ');
}

/** Number of elements of the first list that are missing in the second, counting duplicates. */
function countMissing(first: readonly string[] = [], second: readonly string[] = []): number {
  const left = new Map<string, number>();
  for (const line of second) left.set(line, (left.get(line) ?? 0) + 1);
  let missing = 0;
  for (const line of first) {
    const count = left.get(line) ?? 0;
    if (count === 0) missing += 1;
    left.set(line, count - 1);
  }
  return missing;
}
