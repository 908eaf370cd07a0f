import { z } from 'zod';
import {
  CONFIDENCES,
  FINDING_CLASSES,
  FINDING_STATES,
  FIX_STATES,
  MATCH_NAMES,
  MATCH_OUTCOMES,
} from '../../../core/vocabulary/finding.ts';
import { COMPONENT_SCOPES } from '../../../core/vocabulary/sbom.ts';
import {
  CVSS_VERSIONS,
  EXPLOITATION_STATES,
  SEVERITIES,
  TECHNICAL_IMPACTS,
} from '../../../core/vocabulary/severity.ts';
import { Timestamp } from '../page.ts';
import { WireBand, WirePriority, WireStandingDecision, WireVerdict } from './relevance.ts';

export const WireSeverity = z.enum(SEVERITIES);
export const WireScope = z.enum(COMPONENT_SCOPES).describe('What for it is there, from the most to the least needed.');
export const WireState = z.enum(FINDING_STATES);
export const WireClass = z.enum(FINDING_CLASSES);
const WireFixState = z
  .enum(FIX_STATES)
  .describe('`deferred`: the distribution has put it off. `eol`: it does not look after the release any more.');
const CvssVersion = z.enum(CVSS_VERSIONS);

export const WireKev = z
  .object({
    dateAdded: z.string(),
    dueDate: z.string().nullable(),
    ransomware: z.boolean(),
    name: z.string().nullable(),
    action: z.string().nullable(),
  })
  .describe('In the catalog of exploited vulnerabilities of CISA.');
export const WireEpss = z
  .object({ score: z.number(), percentile: z.number().nullable() })
  .describe('Chance of an exploitation in the next 30 days, 0 to 1.');
export const WireSsvc = z
  .object({
    exploitation: z.enum(EXPLOITATION_STATES).nullable(),
    automatable: z.boolean().nullable(),
    technicalImpact: z.enum(TECHNICAL_IMPACTS).nullable(),
    at: z.string().nullable(),
  })
  .describe('How CISA judged it.');

export const WireFinding = z
  .object({
    id: z.uuid(),
    fingerprint: z.string().describe('Equal across the versions of a service.'),
    class: WireClass,
    state: WireState.describe('Whether this version has it: a fact.'),
    vulnerability: z.object({
      id: z.string(),
      aliases: z.array(z.string()),
      title: z.string(),
      severity: WireSeverity,
      cvss: z.array(z.object({ version: CvssVersion, vector: z.string(), score: z.number() })),
      epss: WireEpss.nullable(),
      kev: WireKev.nullable(),
      ssvc: WireSsvc.nullable(),
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
      via: z.enum(MATCH_NAMES),
      scheme: z.string(),
      range: z.string(),
      confidence: z.enum(CONFIDENCES),
      assumptions: z
        .array(z.string())
        .describe(
          'What was assumed on the way to the match. Each lowers the confidence; docs/concepts/coverage.md explains the codes.',
        ),
      disputed: z.boolean().describe('True if the advisories disagree whether this version is affected.'),
      records: z
        .array(
          z.object({
            source: z.string(),
            recordId: z.string(),
            outcome: z.enum(MATCH_OUTCOMES),
            range: z.string().describe('Affected versions according to this record.'),
          }),
        )
        .describe('What each advisory says about this version, most authoritative first.'),
    }),
    fix: z.object({
      state: WireFixState,
      nearest: z.string().nullable(),
      versions: z.array(z.string()),
      channel: z
        .string()
        .nullable()
        .describe('Paid channel that the fix needs, for example `Ubuntu Pro` or `Red Hat EUS 9.2`. Null: none.'),
    }),
    relevance: WireVerdict,
    decision: WireStandingDecision.nullable().describe('The word of a person or of VEX. Null: nobody has said one.'),
    priority: WirePriority,
    firstSeen: z.object({ at: Timestamp, versionId: z.uuid() }).describe('In any version of the service.'),
    lastSeen: Timestamp.describe('When it was last known to be in this version.'),
    resolvedAt: Timestamp.nullable().describe('Since when it is resolved or retracted. Null: open.'),
  })
  .meta({ id: 'Finding' });
export type WireFinding = z.infer<typeof WireFinding>;

export const WireNamed = z.object({ id: z.uuid(), name: z.string() });

/** For lists that span more than one requested version. */
export const WirePlacedFinding = WireFinding.extend({ service: WireNamed, version: WireNamed }).meta({
  id: 'PlacedFinding',
});
export type WirePlacedFinding = z.infer<typeof WirePlacedFinding>;

/** One row for all findings of a vulnerability. */
export const WireFoundVulnerability = WireFinding.pick({ class: true, vulnerability: true, priority: true })
  .extend({
    findings: z.int().describe('In the newest versions of services, for the same filters.'),
    fixable: z.int().describe('Of these, how many have a fix.'),
    services: z.int(),
    packages: z.array(z.string()).describe('The first names of them.'),
    packageCount: z.int(),
    firstSeenAt: Timestamp,
    versions: z.int().describe('All that have it, not only the newest ones.'),
  })
  .meta({ id: 'FoundVulnerability' });
export type WireFoundVulnerability = z.infer<typeof WireFoundVulnerability>;

/** Every severity is present, also with zero. */
export const BySeverity = z.record(WireSeverity, z.int());

export const WireCoverage = z
  .object({
    components: z.int().describe('Distinct components.'),
    checked: z.int(),
    notChecked: z.array(z.object({ reason: z.string(), count: z.int() })),
    fixedIssuesOnly: z
      .int()
      .describe(
        'Checked components whose distribution publishes only issues that it has fixed. Vulnerabilities without a fix are not reported for them.',
      ),
    fixedIssuesOnlyByRelease: z
      .array(
        z.object({
          family: z.string().describe('Distribution, for example `Red Hat`.'),
          release: z.string().describe('Empty for a distribution without releases.'),
          count: z.int(),
        }),
      )
      .describe('`fixedIssuesOnly` by distribution release, the largest first.'),
  })
  .meta({ id: 'Coverage' });
export type WireCoverage = z.infer<typeof WireCoverage>;

export const WireNotSeen = z
  .object({ slot: z.string(), image: z.string().nullable() })
  .meta({ id: 'NotSeen' })
  .describe('A document of an earlier version that this one has no counterpart of.');

export const WireFindingSummary = z
  .object({
    total: z.int(),
    hidden: z.int().describe('What the default filters hide.'),
    bySeverity: BySeverity,
    byBand: z.record(WireBand, z.int()),
    hiddenByReason: z
      .array(z.object({ code: z.string(), count: z.int() }))
      .describe('What the default filters hide, by the reason that decides, the commonest first.'),
    coverage: WireCoverage.nullable().describe('Null until the first analysis has ended.'),
    notSeen: z
      .array(WireNotSeen)
      .describe(
        'Images of earlier versions that have not been sent for this one: their findings are not counted, and have not ended. Empty where the counts are of several versions.',
      ),
    analysis: z
      .object({ id: z.uuid(), status: z.string() })
      .nullable()
      .describe('The newest one of the version. Null: none, or the counts are of several versions.'),
    data: z.object({ snapshot: z.int(), state: z.string(), newestRecordAt: z.string().nullable() }),
  })
  .meta({ id: 'FindingSummary' });
export type WireFindingSummary = z.infer<typeof WireFindingSummary>;
