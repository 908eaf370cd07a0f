/** Query parameters and media types of lists of findings. */
import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { FINDING_SORTS } from '../../../core/vocabulary/finding.ts';
import { WireClass, WireSeverity, WireState } from './finding.ts';
import { CursorPageQuery, Flag, Instant, listOf, PageQuery, SearchText, wholeNumber } from '../page.ts';
import { WireAnalysisState, WireBand, WireLabel, WireRelevance } from './relevance.ts';

const Values = z.string().transform((text) => text.split(','));
/** Also used in bodies, where it stays a text like the other filters. */
export const FractionText = z
  .string()
  .regex(/^(0(\.[0-9]{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1')
  .transform(Number);
const Fraction = FractionText.meta({ type: 'number', minimum: 0, maximum: 1 });

/** Filters for the findings of an organization. */
export const FindingFilters = z.object({
  state: listOf(WireState).optional().describe('`open` when it is left out.'),
  relevance: listOf(WireRelevance).optional().describe('All but `not_relevant` when it is left out.'),
  class: listOf(WireClass).optional(),
  severity: listOf(WireSeverity).optional(),
  kev: Flag.optional().describe('Known to be exploited.'),
  epssMin: Fraction.optional(),
  fixable: Flag.optional(),
  package: z.string().max(LIMITS.componentNameCharactersMax).optional(),
  cve: z.string().max(1_024).pipe(Values).optional().describe('Any alias; several are comma-separated.'),
  image: z.string().max(4_096).pipe(Values).optional().describe('As it was sent with the SBOM.'),
  sbom: z
    .string()
    .pipe(Values)
    .pipe(z.array(z.uuid()).max(LIMITS.liveSbomsPerVersionMax))
    .optional()
    .describe('Ids of SBOMs; several are comma-separated.'),
  direct: Flag.optional(),
  q: SearchText.optional().describe('The beginning of an id, words of a title, or part of the name of a package.'),
  suggested: Flag.optional().describe('A machine would dismiss it, and a person has to decide.'),
  reason: z
    .string()
    .max(1_024)
    .pipe(Values)
    .optional()
    .describe(
      'Code of anything that was said about it: `dev-dependency`, `vex`, `decision`. Several are comma-separated.',
    ),
  decided: listOf(WireAnalysisState).optional().describe('What a person or VEX says.'),
  label: listOf(WireLabel).optional().describe('Why it has a lower priority.'),
  band: listOf(WireBand).optional(),
  dueBefore: Instant.optional().describe('With a deadline before this: ISO 8601.'),
  asOf: Instant.optional().describe('As it was known then: ISO 8601.'),
});

/** Filters for open findings, grouped by vulnerability. */
export const FoundVulnerabilityQuery = PageQuery.extend({
  ...FindingFilters.omit({ state: true, asOf: true }).shape,
  offset: wholeNumber(0, LIMITS.findingsCountedMax).default(0).describe('How many to pass over.'),
});

/** Filters for one service, where a version can be given by name. */
export const ServiceFindingFilters = FindingFilters.extend({
  newSince: z.string().max(LIMITS.pathParameterUnitsMax).optional().describe('A version: only what it does not have.'),
});

const Sort = z
  .enum(FINDING_SORTS)
  .default('priority')
  .describe('By package A to Z, else the most urgent, worst or newest first.');

export const FindingListQuery = CursorPageQuery.extend(FindingFilters.shape).extend({ sort: Sort });
export const ServiceFindingListQuery = CursorPageQuery.extend(ServiceFindingFilters.shape).extend({ sort: Sort });

/** The first is the default. */
export const FINDING_TYPES = [
  'application/json',
  'text/csv',
  'application/sarif+json',
  'application/vnd.cyclonedx+json',
  'text/markdown',
] as const;
