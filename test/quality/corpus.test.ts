/**
 * Every document of the corpus, parsed leniently (`validate=lenient`) and validated against the schema of its format. Valid
 * documents are accepted, invalid ones are rejected or cause warnings, and each rejection has the right reason.
 */
import { describe, expect, it } from 'vitest';
import { AssayError } from '../../src/core/errors.ts';
import { toComponentSet } from '../../src/core/match/components/component-set.ts';
import { inspectSbom, type InspectedSbom } from '../../src/core/sbom/scan/inspect-sbom.ts';
import { checkStrictly } from '../../src/threads/schema/check-strictly.ts';
import { parseInventoryBytes } from '../../src/threads/inventory/inventory-parts.ts';
import { listRealSboms, type RealSbom } from '../support/real-data.ts';
import { scan } from '../support/scan-bytes.ts';

const sboms = listRealSboms();

/** Each document is inspected once for all tests. */
const outcomes = new Map(sboms.map((sbom) => [sbom.file, inspectOnce(sbom)]));

function inspect({ file }: RealSbom): InspectedSbom | AssayError | undefined {
  return outcomes.get(file);
}

function inspectOnce({ read }: RealSbom): InspectedSbom | AssayError {
  try {
    return inspectSbom(scan(read()));
  } catch (error) {
    if (error instanceof AssayError) return error;
    throw error;
  }
}

describe.runIf(sboms.length > 0)('corpus', () => {
  it('is accepted except for documents that are not JSON or of an unknown format', () => {
    const refused = sboms.flatMap((sbom) => {
      const outcome = inspect(sbom);
      return outcome instanceof AssayError ? [[sbom.file, outcome.code, outcome.message] as const] : [];
    });

    expect(refused.map(([file, code]) => [file, code])).toEqual(REFUSED);
    for (const [, code, message] of refused.filter(([, each]) => each === 'JSON_INVALID')) {
      expect([code, message]).toEqual([code, expect.stringMatching(/at line [0-9]+, column [0-9]+\.$/)]);
    }
  });

  it('has as many components as its index lists', () => {
    const differences = sboms.flatMap((sbom) => {
      const outcome = inspect(sbom);
      if (outcome === undefined || outcome instanceof AssayError) return [];
      if (outcome.componentCount === sbom.components) return [];
      return [[sbom.file, sbom.components, outcome.componentCount]];
    });

    expect(differences).toEqual(COUNTED_DIFFERENTLY);
  });

  it('is rejected by the schema where its authors call a document invalid', () => {
    const passed = sboms.filter((sbom) => {
      const outcome = isCalledInvalid(sbom) ? inspect(sbom) : undefined;
      if (outcome === undefined || outcome instanceof AssayError) return false;
      return checkStrictly({ ...outcome, bytes: sbom.read() }).length === 0;
    });

    expect(passed.map(({ file }) => file)).toEqual([]);
  });

  it('is parsed within the limits of a thread, with each package version once', () => {
    let components = 0;
    let members = 0;
    for (const sbom of sboms) {
      const outcome = inspect(sbom);
      if (outcome === undefined || outcome instanceof AssayError) continue;
      const inventory = parseInventoryBytes({ ...outcome, bytes: sbom.read() });
      const set = toComponentSet(inventory, { distroOverride: undefined, image: undefined });
      components += inventory.components.length;
      members += set.members.length;
      expect(set.members.length).toBeLessThanOrEqual(inventory.components.length);
    }
    console.log(`${components} components of ${sboms.length} documents are ${members} members of their sets`);
    expect(components).toBeGreaterThan(90_000);
  });
});

const REFUSED = [
  [
    'conformance/cyclonedx/cyclonedx-core-java/resources_regression_issue214-expected-output.json',
    'SBOM_VERSION_UNSUPPORTED',
  ],
  ['in-the-wild/powershell-2.2.6.spdx.json', 'JSON_INVALID'],
  ['redhat/testdata_ubi8-invalid.json', 'JSON_INVALID'],
  ['tools/dependency-track/resources_unit_bom-invalid.json', 'JSON_INVALID'],
  ['tools/guac/testdata_exampledata_invalid-spdx.json', 'SBOM_VERSION_UNSUPPORTED'],
  ['tools/sbomqs/testdata_fixtures_spdx-old-version.json', 'SBOM_VERSION_UNSUPPORTED'],
];

/** A single package outside a graph, which the index does not count. */
const COUNTED_DIFFERENTLY = [['conformance/spdx/spdx-3-model/jsonld_examples_package1.json', 0, 1]];

function isCalledInvalid({ file }: RealSbom): boolean {
  return file.startsWith('conformance/') && /(?:^|[/_-])invalid-/.test(file);
}
