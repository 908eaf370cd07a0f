import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { PageQuery, SearchText, Timestamp } from './page.ts';

export const WireSeverity = z.enum(['critical', 'high', 'medium', 'low', 'none', 'unknown']);
export const WireScope = z
  .enum(['required', 'unknown', 'optional', 'build', 'development', 'test', 'excluded'])
  .describe('What for it is there, from the most to the least needed.');
const Relevance = z.enum(['relevant', 'deprioritized', 'not_relevant']);
const State = z.enum(['open', 'resolved', 'retracted']);
const CvssVersion = z.enum(['2.0', '3.0', '3.1', '4.0']);

export const WireFinding = z
  .object({
    id: z.uuid(),
    fingerprint: z.string().describe('Equal across the versions of a service.'),
    class: z.enum(['vulnerability', 'malicious', 'informational']),
    state: State,
    vulnerability: z.object({
      id: z.string(),
      aliases: z.array(z.string()),
      title: z.string(),
      severity: WireSeverity,
      cvss: z.array(z.object({ version: CvssVersion, vector: z.string(), score: z.number() })),
      cwes: z.array(z.string()),
      publishedAt: z.string().nullable(),
      modifiedAt: z.string().nullable(),
      withdrawnAt: z.string().nullable(),
      references: z.array(z.string()),
    }),
    component: z.object({
      id: z.uuid(),
      purl: z.string().nullable().describe('As sent.'),
      name: z.string(),
      version: z.string(),
      scope: WireScope,
      direct: z.boolean().nullable().describe('Null: the documents do not say.'),
      occurrences: z.array(z.object({ sbomId: z.uuid(), image: z.string().nullable(), bomRef: z.string() })),
    }),
    match: z.object({
      source: z.string(),
      recordId: z.string(),
      via: z.enum(['direct', 'source']),
      scheme: z.string(),
      range: z.string(),
      confidence: z.enum(['high', 'medium', 'low']),
    }),
    fix: z.object({
      state: z.enum(['fixed', 'not_fixed', 'wont_fix', 'unknown']),
      nearest: z.string().nullable(),
      versions: z.array(z.string()),
    }),
    relevance: z.object({ status: Relevance, reasons: z.array(z.object({ code: z.string(), text: z.string() })) }),
    firstSeen: z.object({ at: Timestamp, versionId: z.uuid() }),
  })
  .meta({ id: 'Finding' });
export type WireFinding = z.infer<typeof WireFinding>;

/** Every severity is there, also with zero. */
export const BySeverity = z.record(WireSeverity, z.int());

export const WireCoverage = z
  .object({
    components: z.int().describe('Distinct components.'),
    checked: z.int(),
    notChecked: z.array(z.object({ reason: z.string(), count: z.int() })),
  })
  .meta({ id: 'Coverage' });
export type WireCoverage = z.infer<typeof WireCoverage>;

export const WireFindingSummary = z
  .object({
    total: z.int(),
    hidden: z.int().describe('What the default filters hide.'),
    bySeverity: BySeverity,
    coverage: WireCoverage.nullable().describe('Null until the first analysis has ended.'),
    analysis: z.object({ id: z.uuid(), status: z.string() }).nullable(),
    data: z.object({ snapshot: z.int(), state: z.string(), newestRecordAt: z.string().nullable() }),
  })
  .meta({ id: 'FindingSummary' });
export type WireFindingSummary = z.infer<typeof WireFindingSummary>;

/** Several values of a filter are comma-separated. */
function listOf<Entries extends Readonly<Record<string, string>>>(values: z.ZodEnum<Entries>) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(values).min(1));
}

export const FindingFilters = z.object({
  state: listOf(State).optional(),
  relevance: listOf(Relevance).optional(),
  severity: listOf(WireSeverity).optional(),
  fixable: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  package: z.string().max(LIMITS.componentNameCharactersMax).optional(),
  cve: z.string().max(128).optional().describe('Any alias.'),
  q: SearchText.optional(),
});
export const FindingListQuery = PageQuery.extend(FindingFilters.shape).extend({
  sort: z.enum(['severity', 'package', 'firstSeen']).default('severity'),
});
