import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { GRAPH_STATES } from '../../../core/vocabulary/sbom.ts';
import { WireScope } from '../findings/finding.ts';
import { CursorPageQuery, Flag, SearchText, Timestamp, listOf } from '../page.ts';
import { VersionParams } from './version.ts';

const Component = z.object({
  id: z.uuid(),
  purl: z.string().nullable().describe('As sent.'),
  name: z.string().describe('As advisories call the package, where anybody knows what it is.'),
  version: z.string().nullable(),
  ecosystem: z.string().nullable().describe('The OSV name where it is known, else the type of the purl.'),
  checked: z.boolean(),
  notChecked: z.string().nullable().describe('Why it could not be checked.'),
  fixedIssuesOnly: z
    .boolean()
    .describe(
      'It was checked, but its distribution publishes only issues that it has fixed: vulnerabilities without a fix are not reported.',
    ),
});

export const WireUsedComponent = Component.meta({ id: 'UsedComponent' });
export type WireUsedComponent = z.infer<typeof WireUsedComponent>;

export const WireComponent = Component.extend({
  type: z.string().describe("The document's word: library, application, operating-system, ..."),
  scope: WireScope,
  direct: z.boolean().nullable().describe('Null: the documents do not say.'),
  sboms: z.array(z.object({ id: z.uuid(), image: z.string().nullable() })),
  findings: z.int().describe('Open ones of the version that are not filtered as not relevant.'),
}).meta({ id: 'Component' });
export type WireComponent = z.infer<typeof WireComponent>;

const Reference = z.object({
  id: z.uuid().nullable().describe('Null: what the document is about.'),
  purl: z.string().nullable(),
  name: z.string(),
  version: z.string().nullable(),
});

export const WireComponentDetails = WireComponent.extend({
  occurrences: z.array(
    z.object({
      sbomId: z.uuid(),
      image: z.string().nullable(),
      bomRef: z.string(),
      group: z.string().nullable(),
      name: z.string(),
      version: z.string().nullable(),
      purls: z.array(z.string()),
      cpes: z.array(z.string()),
      scope: WireScope,
      source: z.object({ name: z.string(), version: z.string().nullable() }).nullable().describe('Source package.'),
      description: z.string().nullable(),
      supplier: z.string().nullable(),
      licenses: z.array(z.string()),
      hashes: z.array(z.object({ algorithm: z.string(), value: z.string() })),
      references: z.array(z.object({ type: z.string(), url: z.string() })),
      locations: z.array(z.object({ path: z.string(), layer: z.string().nullable() })),
    }),
  ),
  occurrenceCount: z.int().describe('How often the documents list it; `occurrences` shows the first few.'),
  graph: z.enum(GRAPH_STATES).describe('How much the documents say about dependencies.'),
  paths: z
    .array(z.object({ sbomId: z.uuid(), nodes: z.array(Reference) }))
    .describe('How it came in: shortest ways from a root, one for each direct dependency that leads to it.'),
  dependents: z.array(Reference).describe('What needs or holds it directly, the first few of `dependentCount`.'),
  dependentCount: z.int(),
  cycle: z
    .array(Reference)
    .describe('Components that need each other, it among them: the first 100. Empty when it is in no cycle.'),
  claims: z
    .array(
      z.object({
        sbomId: z.uuid(),
        id: z.string(),
        source: z.string().nullable(),
        state: z.string().nullable(),
        justification: z.string().nullable(),
        detail: z.string().nullable(),
      }),
    )
    .describe('What the documents themselves say about vulnerabilities of it: shown, never believed by default.'),
}).meta({ id: 'ComponentDetails' });
export type WireComponentDetails = z.infer<typeof WireComponentDetails>;

export const WireComponentUses = WireUsedComponent.extend({
  useCount: z.int(),
  uses: z
    .array(
      z.object({
        serviceId: z.uuid(),
        serviceName: z.string(),
        versionId: z.uuid(),
        versionName: z.string(),
        createdAt: Timestamp,
      }),
    )
    .describe('Versions that hold it, newest first, the first 100.'),
}).meta({ id: 'ComponentUses' });
export type WireComponentUses = z.infer<typeof WireComponentUses>;

const Words = z
  .string()
  .min(1)
  .max(LIMITS.searchTextCharactersMax)
  .transform((text) => text.split(','));

/** Filters accept several values, separated by commas. */
export const UsedComponentQuery = CursorPageQuery.extend({
  q: SearchText.optional().describe('A part of the name or the purl, letter case aside.'),
  ecosystem: Words.optional().describe('For example `npm,PyPI`; letter case aside.'),
  unchecked: Flag.optional().describe('Only those that could not be checked, or only those that were.'),
  reason: Words.optional().describe('Only those that could not be checked for one of these reasons.'),
  fixedIssuesOnly: Flag.optional().describe(
    'Return only components that were checked for fixed issues only (`true`), or only the others (`false`).',
  ),
});
export const ComponentListQuery = UsedComponentQuery.extend({
  direct: Flag.optional().describe('Only direct dependencies, or only those that something else brings in.'),
  scope: listOf(WireScope).optional(),
});
export type ComponentListQuery = z.output<typeof ComponentListQuery>;

export const ComponentParams = z.object({ component: z.string() });
export const VersionComponentParams = VersionParams.extend(ComponentParams.shape);
