import { z } from 'zod';
import {
  CONFIDENCES,
  FINDING_CLASSES,
  FINDING_STATES,
  FIX_STATES,
  MATCH_NAMES,
  MATCH_OUTCOMES,
} from '../../../core/vocabulary/finding.ts';
import { ACTION_KINDS, CLAIMS } from '../../../core/vocabulary/remediation.ts';
import { COMPONENT_SCOPES } from '../../../core/vocabulary/sbom.ts';
import {
  CVSS_VERSIONS,
  EXPLOITATION_STATES,
  SEVERITIES,
  TECHNICAL_IMPACTS,
} from '../../../core/vocabulary/severity.ts';
import { Timestamp } from '../page.ts';
import { WireBand, WirePriority, WireActiveDecision, WireVerdict } from './relevance.ts';

export const WireSeverity = z.enum(SEVERITIES);
export const WireScope = z.enum(COMPONENT_SCOPES).describe('Why the component is included, from required to excluded.');
export const WireState = z.enum(FINDING_STATES);
export const WireClass = z.enum(FINDING_CLASSES);
const WireFixState = z
  .enum(FIX_STATES)
  .describe('`deferred`: the distribution postponed the fix. `eol`: the distribution no longer maintains the release.');
const CvssVersion = z.enum(CVSS_VERSIONS);

export const WireKev = z
  .object({
    dateAdded: z.string(),
    dueDate: z.string().nullable(),
    ransomware: z.boolean(),
    name: z.string().nullable(),
    action: z.string().nullable(),
  })
  .describe('Entry in the CISA catalog of known exploited vulnerabilities (KEV).');
export const WireEpss = z
  .object({ score: z.number(), percentile: z.number().nullable() })
  .describe('EPSS: probability of exploitation in the next 30 days, from 0 to 1.');
export const WireSsvc = z
  .object({
    exploitation: z.enum(EXPLOITATION_STATES).nullable(),
    automatable: z.boolean().nullable(),
    technicalImpact: z.enum(TECHNICAL_IMPACTS).nullable(),
    at: z.string().nullable(),
  })
  .describe('SSVC assessment by CISA.');

export const WireFinding = z
  .object({
    id: z.uuid(),
    fingerprint: z.string().describe('Identifies the finding across the versions of a service.'),
    class: WireClass,
    state: WireState.describe('Whether the version has the finding, independent of its relevance.'),
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
      purl: z.string().nullable().describe('Package URL as sent.'),
      name: z.string(),
      version: z.string(),
      scope: WireScope,
      direct: z.boolean().nullable().describe('Whether it is a direct dependency. Null: unknown.'),
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
          'Assumptions made for the match. Each lowers the confidence. docs/concepts/coverage.md explains the codes.',
        ),
      disputed: z.boolean().describe('True: advisories disagree about whether this version is affected.'),
      records: z
        .array(
          z.object({
            source: z.string(),
            recordId: z.string(),
            outcome: z.enum(MATCH_OUTCOMES),
            range: z.string().describe('Affected versions according to this record.'),
          }),
        )
        .describe('Result of each advisory for this version, most authoritative first.'),
    }),
    fix: z.object({
      state: WireFixState,
      nearest: z.string().nullable(),
      versions: z.array(z.string()),
      channel: z
        .string()
        .nullable()
        .describe('Paid channel required for the fix, for example `Ubuntu Pro` or `Red Hat EUS 9.2`. Null: none.'),
    }),
    relevance: WireVerdict,
    decision: WireActiveDecision.nullable().describe('Decision by a user or a VEX document. Null: none.'),
    priority: WirePriority,
    firstSeen: z
      .object({ at: Timestamp, versionId: z.uuid() })
      .describe('First occurrence in any version of the service.'),
    lastSeen: Timestamp.describe('When the finding was last confirmed in this version.'),
    resolvedAt: Timestamp.nullable().describe('When the finding was resolved or retracted. Null: open.'),
  })
  .meta({ id: 'Finding' });
export type WireFinding = z.infer<typeof WireFinding>;

export const WireNamed = z.object({ id: z.uuid(), name: z.string() });

/** For lists that span more than one requested version. */
export const WirePlacedFinding = WireFinding.extend({ service: WireNamed, version: WireNamed }).meta({
  id: 'FindingWithVersion',
});
export type WirePlacedFinding = z.infer<typeof WirePlacedFinding>;

/** Every severity is present, also with zero. */
export const BySeverity = z.record(WireSeverity, z.int());

/** Findings of a version that have something in common. */
export const WireFindingGroup = z
  .object({
    key: z
      .string()
      .describe(
        'As the filter `cve`, `fix` or `component` of the list of findings, depending on `groupBy`, it selects the findings of the group.',
      ),
    finding: WireFinding.describe('The most urgent finding of the group.'),
    findings: z.int().describe('Number of findings, for the same filters.'),
    fixable: z.int().describe('Number of these findings with a fix.'),
    bySeverity: BySeverity,
    components: z
      .array(z.object({ id: z.uuid(), name: z.string(), version: z.string() }))
      .describe('The first few affected components, by name.'),
    componentCount: z.int(),
    firstSeenAt: Timestamp,
    target: z
      .string()
      .nullable()
      .describe('For `groupBy=component`: version that the remediation plan recommends. Null: none.'),
    step: z
      .object({
        id: z.string(),
        position: z.int().describe('Position in the plan, starting at 1.'),
        kind: z.enum(ACTION_KINDS),
        package: z.string(),
        from: z.array(z.string()),
        to: z.string().nullable(),
        claim: z.enum(CLAIMS).describe('`unknown`: unverified. The step may fix the findings.'),
        text: z.string(),
      })
      .nullable()
      .describe('For `groupBy=fix`: the step of the remediation plan that fixes the findings. Null: none.'),
    reason: z
      .object({ code: z.string(), text: z.string() })
      .nullable()
      .describe('For `groupBy=fix`: why no step fixes the findings. Null: a step does.'),
  })
  .meta({ id: 'FindingGroup' });
export type WireFindingGroup = z.infer<typeof WireFindingGroup>;

/** One row for all findings of a vulnerability. */
export const WireFoundVulnerability = WireFinding.pick({ class: true, vulnerability: true, priority: true })
  .extend({
    findings: z.int().describe('Number of findings in the newest versions of all services, for the same filters.'),
    fixable: z.int().describe('Number of these findings with a fix.'),
    services: z.int(),
    packages: z.array(z.string()).describe('Names of the first few affected packages.'),
    packageCount: z.int(),
    firstSeenAt: Timestamp,
    versions: z.int().describe('Number of affected versions, including older ones, counted up to 1,000.'),
    moreVersions: z.boolean().describe('Whether more versions are affected than were counted.'),
  })
  .meta({ id: 'FoundVulnerability' });
export type WireFoundVulnerability = z.infer<typeof WireFoundVulnerability>;

/** Findings of all services that one upgrade fixes, or that one component has. */
export const WireFoundGroup = z
  .object({
    priority: WirePriority.describe('Priority of the most urgent finding.'),
    packages: z
      .array(z.object({ name: z.string(), findings: z.int() }))
      .describe(
        'Affected packages. With `groupBy=fix`, packages that are upgraded together, for example of one Debian source package.',
      ),
    component: z
      .object({ id: z.uuid(), version: z.string() })
      .nullable()
      .describe(
        'With `groupBy=component`: as the filter `component` of the list of findings, `id` selects the findings of the group.',
      ),
    versions: z.array(z.string()).describe('Versions that fix the most severe findings, the most needed first.'),
    findings: z.int().describe('Number of findings in the newest versions of all services, for the same filters.'),
    fixable: z.int().describe('Number of these findings with a fix.'),
    exploited: z.int().describe('Number of these findings whose vulnerability is known to be exploited.'),
    bySeverity: BySeverity,
    services: z.int(),
    firstSeenAt: Timestamp,
  })
  .meta({ id: 'FoundGroup' });
export type WireFoundGroup = z.infer<typeof WireFoundGroup>;

export const WireCoverage = z
  .object({
    components: z.int().describe('Number of distinct components.'),
    checked: z.int(),
    notChecked: z.array(z.object({ reason: z.string(), count: z.int() })),
    fixedIssuesOnly: z
      .int()
      .describe(
        'Checked components whose distribution publishes only fixed issues. Vulnerabilities without a fix are not reported for them.',
      ),
    fixedIssuesOnlyByRelease: z
      .array(
        z.object({
          family: z.string().describe('Distribution, for example `Red Hat`.'),
          release: z.string().describe('Empty for a distribution without releases.'),
          count: z.int(),
        }),
      )
      .describe('`fixedIssuesOnly` by distribution release, largest first.'),
  })
  .meta({ id: 'Coverage' });
export type WireCoverage = z.infer<typeof WireCoverage>;

export const WireNotUploaded = z
  .object({ slot: z.string(), image: z.string().nullable() })
  .meta({ id: 'NotUploaded' })
  .describe('An SBOM of an earlier version that was not uploaded for this version.');

export const WireFindingSummary = z
  .object({
    total: z.int(),
    hidden: z.int().describe('Findings hidden by the default filters.'),
    lowerPriority: z.int().describe('Number of the counted findings that have a lower priority.'),
    bySeverity: BySeverity,
    byBand: z.record(WireBand, z.int()),
    hiddenByReason: z
      .array(z.object({ code: z.string(), count: z.int() }))
      .describe('Findings hidden by the default filters, by deciding reason, most frequent first.'),
    coverage: WireCoverage.nullable().describe('Null until the first analysis is finished.'),
    notUploaded: z
      .array(WireNotUploaded)
      .describe(
        'Images of earlier versions that were not uploaded for this version. Their findings are not counted and not resolved. Empty if the counts cover several versions.',
      ),
    analysis: z
      .object({ id: z.uuid(), status: z.string() })
      .nullable()
      .describe('Newest analysis of the version. Null: none, or the counts cover several versions.'),
    data: z.object({ snapshot: z.int(), state: z.string(), newestRecordAt: z.string().nullable() }),
  })
  .meta({ id: 'FindingSummary' });
export type WireFindingSummary = z.infer<typeof WireFindingSummary>;
