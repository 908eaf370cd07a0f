/** Query parameters and media types of lists of findings. */
import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { FINDING_GROUPINGS, FINDING_SORTS } from '../../../core/vocabulary/finding.ts';
import { WireClass, WireSeverity, WireState } from './finding.ts';
import { CursorPageQuery, EXAMPLE_ID, Flag, Instant, listOf, PageQuery, SearchText, wholeNumber } from '../page.ts';
import { WireAnalysisState, WireBand, WireLabel, WireRelevance } from './relevance.ts';

const Values = z.string().transform((text) => text.split(','));
/** Also used in bodies, where it stays a text like the other filters. */
export const FractionText = z
  .string()
  .regex(/^(0(\.[0-9]{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1')
  .transform(Number);
const Fraction = FractionText.meta({ type: 'number', minimum: 0, maximum: 1, example: 0.1 });

/** Filters for the findings of an organization. */
export const FindingFilters = z.object({
  state: listOf(WireState)
    .optional()
    .describe('Return only findings in one of these states. Default: `open`. Separate several with commas.'),
  relevance: listOf(WireRelevance)
    .optional()
    .describe(
      'Return only findings with one of these relevance statuses. Default: all except `not_relevant`. Separate several with commas.',
    ),
  class: listOf(WireClass).optional().describe('Return only findings of these classes. Separate several with commas.'),
  severity: listOf(WireSeverity)
    .optional()
    .describe('Return only findings with one of these severities. Separate several with commas.'),
  kev: Flag.optional().describe('Return only known exploited vulnerabilities (`true`), or only others (`false`).'),
  epssMin: Fraction.optional().describe('Return only findings with at least this EPSS probability.'),
  fixable: Flag.optional().describe(
    'Return only findings with a fixed version (`true`), or only those without (`false`).',
  ),
  package: z
    .string()
    .max(LIMITS.componentNameCharactersMax)
    .optional()
    .meta({ description: 'Return only findings in the package with this name.', example: 'lodash' }),
  component: z.string().pipe(Values).pipe(z.array(z.uuid()).max(LIMITS.decisionFindingsNamedMax)).optional().meta({
    description: 'Return only findings in the components with these ids. Separate several with commas.',
    example: EXAMPLE_ID,
  }),
  cve: z.string().max(1_024).pipe(Values).optional().meta({
    description: 'Return only findings of these vulnerabilities, by any of their ids. Separate several with commas.',
    example: 'CVE-2021-44228',
  }),
  image: z.string().max(4_096).pipe(Values).optional().meta({
    description: 'Return only findings in these images, as sent with the SBOM. Separate several with commas.',
    example: 'registry.example.com/team/app:1.4.2',
  }),
  sbom: z.string().pipe(Values).pipe(z.array(z.uuid()).max(LIMITS.liveSbomsPerVersionMax)).optional().meta({
    description: 'Return only findings in the SBOMs with these ids. Separate several with commas.',
    example: EXAMPLE_ID,
  }),
  direct: Flag.optional().describe(
    'Return only findings in direct dependencies (`true`), or only in transitive ones (`false`).',
  ),
  q: SearchText.optional().meta({
    description: 'Prefix of a vulnerability id, words of the title, or part of a package name.',
    example: 'log4j',
  }),
  suggested: Flag.optional().describe(
    'Return only findings with a suggestion that needs review (`true`), or only others (`false`).',
  ),
  reason: z.string().max(1_024).pipe(Values).optional().meta({
    description: 'Return only findings that have a reason with one of these codes. Separate several with commas.',
    example: 'dev-dependency,vex',
  }),
  decided: listOf(WireAnalysisState)
    .optional()
    .describe(
      'Return only findings with a decision in one of these states, by a user or VEX. Separate several with commas.',
    ),
  label: listOf(WireLabel)
    .optional()
    .describe(
      'Return only findings with one of these labels, which explain a lower priority. Separate several with commas.',
    ),
  band: listOf(WireBand)
    .optional()
    .describe('Return only findings in one of these priority bands. Separate several with commas.'),
  dueBefore: Instant.optional().describe('Return only findings that are due before this time, in ISO 8601.'),
  assignee: z
    .union([z.literal(['me', 'none']), z.uuid()])
    .optional()
    .meta({
      description:
        'Return only findings assigned to this member, by id, to the signed-in user (`me`), or to no member (`none`).',
      example: 'me',
    }),
  firstSeenAfter: Instant.optional().describe('Return only findings first seen in their service after this time.'),
  decisionExpiresBefore: Instant.optional().describe(
    'Return only findings with a decision that expires before this time. Expired decisions are not included.',
  ),
  handled: Flag.optional().describe(
    'Return only findings that you have handled in your inbox (`true`), or only others (`false`). Requires a user account.',
  ),
  asOf: Instant.optional().describe('Return the state as it was known at this time, in ISO 8601.'),
});

/** Filters for open findings, grouped by vulnerability. */
export const FoundVulnerabilityQuery = PageQuery.extend({
  ...FindingFilters.omit({ state: true, asOf: true }).shape,
  offset: wholeNumber(0, LIMITS.findingsCountedMax)
    .default(0)
    .meta({ description: 'Number of items to skip.', example: 100 }),
});

/** Filters for open findings, grouped by fix or component. */
export const FoundGroupQuery = FoundVulnerabilityQuery.extend({
  groupBy: z.enum(FINDING_GROUPINGS).exclude(['vulnerability']).default('fix').meta({
    description:
      'What the findings of a group have in common: the packages whose upgrade fixes them, or the component.',
    example: 'component',
  }),
});

/** Filters for one service, where a version can be given by name. */
export const ServiceFindingFilters = FindingFilters.extend({
  newSince: z.string().max(LIMITS.pathParameterUnitsMax).optional().meta({
    description: 'Return only findings that this version does not have: a name, alias or id.',
    example: '1.4.1',
  }),
});

/** Filters for one version, which has a remediation plan. */
export const VersionFindingFilters = ServiceFindingFilters.extend({
  fix: z.string().max(4_096).pipe(Values).optional().meta({
    description:
      'Return only findings that these steps of the remediation plan fix, by the id of the step. Findings without a step are selected by the code of the reason, for example `no_fix`. Separate several with commas.',
    example: 'no_fix,wont_fix',
  }),
});

const Sort = z.enum(FINDING_SORTS).default('priority').meta({
  description: 'Sort order. `package` sorts from A to Z, the others from most urgent, most severe or newest.',
  example: 'severity',
});

export const FindingListQuery = CursorPageQuery.extend(FindingFilters.shape).extend({ sort: Sort });
export const ServiceFindingListQuery = CursorPageQuery.extend(ServiceFindingFilters.shape).extend({ sort: Sort });
export const VersionFindingListQuery = CursorPageQuery.extend(VersionFindingFilters.shape).extend({ sort: Sort });
export const FindingGroupQuery = CursorPageQuery.extend(VersionFindingFilters.shape).extend({
  groupBy: z.enum(FINDING_GROUPINGS).default('vulnerability').meta({
    description:
      'What the findings of a group have in common: the vulnerability, the step of the remediation plan that fixes them, or the component.',
    example: 'fix',
  }),
});

/** The first is the default. */
export const FINDING_TYPES = [
  'application/json',
  'text/csv',
  'application/sarif+json',
  'application/vnd.cyclonedx+json',
  'text/markdown',
] as const;
