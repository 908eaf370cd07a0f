import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { GRAPH_STATES } from '../../../core/vocabulary/sbom.ts';
import { WireScope } from '../findings/finding.ts';
import { CursorPageQuery, Flag, listOf, pathId, SearchText, Timestamp } from '../page.ts';
import { VersionParams } from './service.ts';

const Component = z.object({
  id: z.uuid(),
  purl: z.string().nullable().describe('Package URL as sent.'),
  name: z.string().describe('Name of the package as used by advisories, if identified.'),
  version: z.string().nullable(),
  ecosystem: z.string().nullable().describe('OSV ecosystem, else the type of the purl.'),
  checked: z.boolean(),
  notChecked: z.string().nullable().describe('Why the component was not checked.'),
  fixedIssuesOnly: z
    .boolean()
    .describe('True: the distribution publishes only fixed issues, so vulnerabilities without a fix are not reported.'),
});

export const WireUsedComponent = Component.meta({ id: 'UsedComponent' });
export type WireUsedComponent = z.infer<typeof WireUsedComponent>;

export const WireComponent = Component.extend({
  type: z.string().describe('Component type in the document, for example `library` or `operating-system`.'),
  scope: WireScope,
  direct: z.boolean().nullable().describe('Whether it is a direct dependency. Null: unknown.'),
  sboms: z.array(z.object({ id: z.uuid(), image: z.string().nullable() })),
  findings: z.int().describe('Open findings in the version that are not filtered as not relevant.'),
}).meta({ id: 'Component' });
export type WireComponent = z.infer<typeof WireComponent>;

const Reference = z.object({
  id: z.uuid().nullable().describe('Null: the subject of the document.'),
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
      source: z
        .object({ name: z.string(), version: z.string().nullable() })
        .nullable()
        .describe('Source package of a distribution package.'),
      description: z.string().nullable(),
      supplier: z.string().nullable(),
      licenses: z.array(z.string()),
      hashes: z.array(z.object({ algorithm: z.string(), value: z.string() })),
      references: z.array(z.object({ type: z.string(), url: z.string() })),
      locations: z.array(z.object({ path: z.string(), layer: z.string().nullable() })),
    }),
  ),
  occurrenceCount: z.int().describe('Number of occurrences in the documents. `occurrences` has the first few.'),
  graph: z.enum(GRAPH_STATES).describe('Completeness of the dependency graph.'),
  paths: z
    .array(z.object({ sbomId: z.uuid(), nodes: z.array(Reference) }))
    .describe('Shortest dependency paths from a root, one for each direct dependency that leads to the component.'),
  dependents: z.array(Reference).describe('Direct dependents, the first few of `dependentCount`.'),
  dependentCount: z.int(),
  cycle: z
    .array(Reference)
    .describe('Components of the dependency cycle that contains this one, at most 100. Empty: no cycle.'),
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
    .describe('Vulnerability statements in the documents about this component. They have no effect by default.'),
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
    .describe('Versions that contain the component, newest first, at most 100.'),
}).meta({ id: 'ComponentUses' });
export type WireComponentUses = z.infer<typeof WireComponentUses>;

const Words = z
  .string()
  .min(1)
  .max(LIMITS.searchTextCharactersMax)
  .transform((text) => text.split(','));

/** Filters accept several values, separated by commas. */
export const UsedComponentQuery = CursorPageQuery.extend({
  q: SearchText.optional().meta({
    description: 'Return only components whose name or purl contains this text. Not case-sensitive.',
    example: 'log4j',
  }),
  name: z.string().min(1).max(LIMITS.componentNameCharactersMax).optional().meta({
    description: 'Return only components with exactly this name.',
    example: 'log4j-core',
  }),
  ecosystem: Words.optional().meta({
    description: 'Return only components of these ecosystems. Separate several with commas. Not case-sensitive.',
    example: 'npm,PyPI',
  }),
  unchecked: Flag.optional().describe('Return only unchecked components (`true`), or only checked ones (`false`).'),
  reason: Words.optional().meta({
    description: 'Return only components that were not checked for one of these reasons. Separate several with commas.',
    example: 'no-version',
  }),
  fixedIssuesOnly: Flag.optional().describe(
    'Return only components checked for fixed issues only (`true`), or only the others (`false`).',
  ),
});
export const ComponentListQuery = UsedComponentQuery.extend({
  direct: Flag.optional().describe('Return only direct dependencies (`true`), or only transitive ones (`false`).'),
  scope: listOf(WireScope)
    .optional()
    .describe('Return only components with one of these scopes. Separate several with commas.'),
});
export type ComponentListQuery = z.output<typeof ComponentListQuery>;

export const ComponentParams = z.object({ component: pathId('component') });
export const VersionComponentParams = VersionParams.extend(ComponentParams.shape);
