/**
 * Compares the findings of reports by Trivy and Grype in the test data with the matches of the same packages, for
 * docs/concepts/matching-quality.md: image reports of Trivy, and SBOMs that list vulnerabilities. Needs the real data in
 * ASSAY_TEST_DATA.
 *
 *     node scripts/compare-scanners.ts          the tables
 *     node scripts/compare-scanners.ts --all    and every pair that is not found by both
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toReleaseEndRecord } from '../src/core/advisory/release-ends.ts';
import { listEndedReleases } from '../src/core/identity/distro/end-of-life.ts';
import { listIn, objectIn, textIn } from '../src/core/advisory/record-fields.ts';
import { toComponentSet } from '../src/core/match/components/component-set.ts';
import { readAdvisory } from '../test/support/advisories.ts';
import { readDistributionAdvisories } from '../test/support/distribution-files.ts';
import { readNvdAdvisories } from '../test/support/nvd-records.ts';
import { findRealData, listRealSboms } from '../test/support/real-data.ts';
import { readInventory } from '../test/support/real-inventories.ts';
import { indexReal, matchDocument, readAdvisoriesOf, type RealDocument } from '../test/support/real-matches.ts';
import { readVexAdvisories } from '../test/support/red-hat-vex.ts';
import { toTable } from './to-table.ts';

interface Reported {
  readonly tool: string;
  readonly file: string;
  readonly id: string;
  /** A component of CycloneDX. */
  readonly component: object;
}

/** Everything that was reported, and what the data says about the same package. */
interface Compared extends Reported {
  readonly class: string;
  readonly detail: string;
}

const TOOL = /"name":"(trivy|grype)"/i;
const TOOLS: Readonly<Record<string, string>> = { trivy: 'Trivy', grype: 'Grype' };
const reported = [...readImageReports(), ...listRealSboms().flatMap(readReportedBySbom)];
const documents = reported.map(({ file, component }) => toDocument(file, [component]));
const members = documents.flatMap((document) => document.members);
const AT = new Date().toISOString();
const records = [
  ...(await readAdvisoriesOf(documents)),
  ...readVexAdvisories(),
  ...readNvdAdvisories(members),
  ...(await readDistributionAdvisories(AT)),
  ...listEndedReleases(AT).map((each) => readAdvisory(toReleaseEndRecord(each))),
];
const { candidates } = indexReal(records);
const idsOf = new Map(records.map(({ id, aliases, upstream }) => [id, [id, ...aliases, ...upstream]]));
const compared = reported.map((each, n): Compared => ({ ...each, ...compare(each, documents[n]) }));

const tools = [...new Set(compared.map(({ tool }) => tool))].toSorted();
const classes = Map.groupBy(compared, (each) => each.class);
const rows = [...classes]
  .toSorted(([, a], [, b]) => b.length - a.length)
  .map(([name, all]) => [name, ...tools.map((tool) => String(all.filter((each) => each.tool === tool).length))]);
process.stdout.write(toTable(['Pairs of package and vulnerability', ...tools], rows));
if (process.argv.includes('--all')) {
  const pairs = compared.map(({ tool, file, id, component, detail, ...each }) => [
    each.class,
    tool,
    file.replace(/^.*\//, ''),
    textIn(component, 'purl') ?? `${textIn(component, 'name')} ${textIn(component, 'version')}`,
    id,
    detail,
  ]);
  process.stdout.write(`\n${toTable(['Class', 'Tool', 'Report', 'Package', 'Vulnerability', 'Answer'], pairs)}`);
}

function compare({ id }: Reported, document: RealDocument | undefined): Pick<Compared, 'class' | 'detail'> {
  const [matched] = document === undefined ? [] : matchDocument(document, candidates).members;
  if (matched === undefined) return { class: 'no component', detail: '' };
  const { member, matches, reason } = matched;
  const about = matches.filter(
    ({ canonicalId, evidence }) =>
      canonicalId === id || evidence.some(({ recordId }) => idsOf.get(recordId)?.includes(id) ?? false),
  );
  const detail = about
    .map(
      ({ state, evidence }) => `${state}: ${evidence.map(({ recordId, range }) => `${recordId} ${range}`).join(', ')}`,
    )
    .join('; ');
  if (about.some(({ state }) => state === 'affected')) return { class: 'found by both', detail };
  if (about.length > 0) return { class: 'answered differently', detail };
  const named = member.keys.flatMap((key) => candidates.get(key) ?? []);
  const isNamed = named.some(({ recordId, canonicalId }) => canonicalId === id || idsOf.get(recordId)?.includes(id));
  if (isNamed) return { class: 'not affected by its version', detail };
  if (reason !== undefined) return { class: `not checked: ${reason}`, detail };
  return { class: 'no record in the data', detail: member.ecosystem ?? '' };
}

function toDocument(file: string, components: readonly object[]): RealDocument {
  const text = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components });
  const [read] = readInventory(file, new TextEncoder().encode(text));
  const inventory = read?.inventory;
  return {
    file,
    members:
      inventory === undefined ? [] : toComponentSet(inventory, { distroOverride: undefined, image: undefined }).members,
  };
}

function readImageReports(): readonly Reported[] {
  const folder = findRealData('context', 'trivy-image-reports');
  const files = folder === undefined ? [] : readdirSync(folder).filter((name) => !name.endsWith('.cdx.json'));
  return files.toSorted().flatMap((file) => {
    const report: unknown = JSON.parse(readFileSync(join(folder ?? '', file), 'utf8'));
    return listIn(report, 'Results').flatMap((result) =>
      listIn(result, 'Vulnerabilities').map((found) => {
        const purl = textIn(objectIn(found, 'PkgIdentifier'), 'PURL');
        const [name, version] = [textIn(found, 'PkgName') ?? '', textIn(found, 'InstalledVersion') ?? ''];
        const component = { type: 'library', name, version, ...(purl !== undefined && { purl }) };
        return { tool: 'Trivy', file, id: textIn(found, 'VulnerabilityID') ?? '', component };
      }),
    );
  });
}

function readReportedBySbom({ file, format, read }: ReturnType<typeof listRealSboms>[number]): readonly Reported[] {
  if (format !== 'CycloneDX') return [];
  const document: unknown = JSON.parse(new TextDecoder().decode(read()));
  const tool =
    TOOLS[TOOL.exec(JSON.stringify(objectIn(document, 'metadata')['tools'] ?? null))?.[1]?.toLowerCase() ?? ''];
  if (tool === undefined) return [];
  const components = new Map(listIn(document, 'components').map((each) => [textIn(each, 'bom-ref'), each as object]));
  return listIn(document, 'vulnerabilities').flatMap((found) =>
    listIn(found, 'affects').flatMap((affected) => {
      const component = components.get(textIn(affected, 'ref'));
      return component === undefined ? [] : [{ tool, file, id: textIn(found, 'id') ?? '', component }];
    }),
  );
}
