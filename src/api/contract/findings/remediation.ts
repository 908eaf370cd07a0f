import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { DIFFERENCE_CAUSES } from '../../../core/vocabulary/change.ts';
import { CONFIDENCES } from '../../../core/vocabulary/finding.ts';
import {
  ACTION_KINDS,
  BREAKING_HINTS,
  CLAIMS,
  COMMAND_FORMS,
  COMMAND_REASONS,
  DISTANCES,
  DISTANCE_LIMITS,
  EXISTENCE_STATES,
  PREDICTED_STATES,
  STRATEGIES,
  URGENT_REASONS,
} from '../../../core/vocabulary/remediation.ts';
import { BySeverity, WireClass, WireCoverage, WireSeverity } from './finding.ts';
import { CursorPageQuery, Timestamp, wholeNumber } from '../page.ts';

const WireDistance = z.enum(DISTANCES).describe('Size of the upgrade, by the first version number that differs.');
const WireBreaking = z
  .enum(BREAKING_HINTS)
  .describe('Estimated risk of breaking changes, by the conventions of the ecosystem.');
const WireExists = z
  .enum(EXISTENCE_STATES)
  .describe('Whether the version is known to exist. A fix named by an advisory may not be published yet.');

export const REMEDIATION_TYPES = ['application/json', 'text/markdown'] as const;

/** Query parameters of the plan of a version. */
export const RemediationQuery = CursorPageQuery.extend({
  strategy: z.enum(STRATEGIES).default('lowest').meta({
    description: 'Target of upgrades: the lowest or the highest version without known vulnerabilities.',
    example: 'highest',
  }),
  maxDistance: z.enum(DISTANCE_LIMITS).optional().meta({
    description: 'Maximum size of upgrades.',
    example: 'minor',
  }),
  image: z.string().optional().meta({
    description: 'Plan for this image only.',
    example: 'registry.example.com/team/app:1.4.2',
  }),
  limit: wholeNumber(1, LIMITS.remediationActionsMax)
    .default(LIMITS.remediationActionsMax)
    .meta({
      description: `Maximum number of actions to return, from 1 to ${LIMITS.remediationActionsMax}.`,
      example: 20,
    }),
});

export const WireCommand = z.object({
  manager: z.string(),
  form: z.enum(COMMAND_FORMS).describe('A command for a POSIX shell, lines for a file, or a line for a Dockerfile.'),
  text: z.string().describe('Text to copy. Assay does not run it.'),
  file: z.string().nullable().describe('File to edit.'),
  note: z.string().nullable(),
});
export type WireCommand = z.infer<typeof WireCommand>;

const WireCommands = {
  commands: z.array(WireCommand),
  commandReason: z
    .enum(COMMAND_REASONS)
    .nullable()
    .describe('Why `commands` is empty: the name or version is not safe in a shell, or no command exists.'),
  sentence: z.string().nullable().describe('Instruction in words, if there is no command.'),
};

const WireActionKind = z.enum(ACTION_KINDS);

/** An alternative action, or another version. */
export const WireActionAlternative = z.object({
  kind: z
    .string()
    .describe(
      'Kind of action, or why the version is offered: `reduces_on_line`, `clears_high`, `clean_relevant` or `highest_clean`.',
    ),
  to: z.string().nullable(),
  text: z.string(),
  claim: z.enum(CLAIMS),
  distance: WireDistance,
  breaking: WireBreaking,
  fixes: z.int().nullable().describe('Number of vulnerabilities that it fixes. Null: same as the action.'),
  remaining: z.int().nullable(),
  ...WireCommands,
});
export type WireActionAlternative = z.infer<typeof WireActionAlternative>;

const WireArchive = z
  .object({
    text: z.string(),
    packages: z
      .array(
        z.object({
          package: z.string().describe('Name of the source package.'),
          target: z.string().describe('Version that fixes it.'),
          newest: z.string().describe('Newest version in the archive.'),
          found: z.boolean().describe('Whether the newest version is the target or later.'),
          archive: z.string().describe('Suite and component, such as `bookworm-security/main`.'),
          asOf: Timestamp.describe('Time of the package index.'),
        }),
      )
      .describe('Missing ones first, at most 200.'),
  })
  .nullable()
  .describe(
    'Whether the archive of the distribution has the fixed versions, by the loaded package indexes. Null: no index lists the packages.',
  );

const WireVulnerabilityName = z.object({ id: z.string(), severity: WireSeverity });

/** A finding of the version, as referenced by a plan. */
export const WirePlannedFinding = z.object({
  id: z.uuid(),
  vulnerability: z.string(),
  class: WireClass,
  severity: WireSeverity,
  package: z.string(),
  version: z.string(),
  risk: z.number(),
});
export type WirePlannedFinding = z.infer<typeof WirePlannedFinding>;

export const WireRemainingCounts = z.object({ findings: z.int(), risk: z.number(), bySeverity: BySeverity });
export type WireRemainingCounts = z.infer<typeof WireRemainingCounts>;

export const WireAction = z
  .object({
    id: z.string().describe('Stable across plans and versions of the service.'),
    kind: WireActionKind,
    package: z.object({
      key: z.string(),
      name: z.string(),
      ecosystem: z.string(),
      line: z.string().nullable().describe('Release line of the installed versions.'),
    }),
    from: z.array(z.string()).describe('Installed versions. Empty for a base image or distribution release.'),
    to: z.string().nullable().describe('Target version. Null: none is known.'),
    verifiedExists: WireExists,
    archive: WireArchive,
    distance: WireDistance,
    breaking: WireBreaking,
    claim: z
      .enum(CLAIMS)
      .describe('`unknown`: unverified. The action may fix the findings, but no risk reduction is counted.'),
    confidence: z.enum(CONFIDENCES),
    direct: z.boolean().nullable(),
    introducedBy: z.array(z.string()),
    images: z.array(z.string()),
    fixes: z
      .array(WirePlannedFinding)
      .describe('Findings that it fixes, or may fix if `claim` is `unknown`. Most severe first, at most 200.'),
    fixesCount: z.int(),
    fixesBySeverity: BySeverity,
    mayFixCount: z.int().describe('Number of further findings that it may fix.'),
    introduces: z.array(WireVulnerabilityName),
    remaining: z.array(WireVulnerabilityName).describe('Vulnerabilities that the target version still has.'),
    gain: z.number().describe('Risk removed by this action and not by earlier ones. 0 if `claim` is `unknown`.'),
    effort: z.int(),
    dueAt: Timestamp.nullable().describe('Earliest deadline of the findings that it fixes or may fix.'),
    urgent: z.boolean().describe('Malicious, known exploited, or due within three days.'),
    urgentReason: z.enum(URGENT_REASONS).nullable(),
    text: z.string(),
    ...WireCommands,
    alternatives: z.array(WireActionAlternative),
    evidence: z
      .array(z.object({ package: z.string(), version: z.string(), seenIn: z.string().nullable() }))
      .describe(
        'Releases that no advisory names but other services of the organization use: of a parent with a fixed dependency, or of the package itself. `seenIn` is the service, or null if the token is limited to certain services.',
      ),
    withoutClean: z
      .object({ situation: z.string(), text: z.string(), response: z.string().nullable() })
      .nullable()
      .describe('Explanation if no version without known vulnerabilities exists.'),
    after: WireRemainingCounts.describe(
      'Open findings remaining after this action and all earlier ones. Unverified actions do not reduce them.',
    ),
  })
  .meta({ id: 'RemediationAction' });
export type WireAction = z.infer<typeof WireAction>;

const WireCounts = z.object({
  total: z
    .int()
    .describe('Open findings that are not filtered as not relevant. `risk` and `bySeverity` count the same findings.'),
  risk: z.number(),
  bySeverity: BySeverity,
  byStatus: z
    .record(z.string(), z.int())
    .describe('All findings by relevance status, including those that are not relevant.'),
});

const WireOutcome = z
  .enum(['applied', 'partially', 'superseded', 'not_applied', 'regressed', 'not_uploaded'])
  .describe('Outcome of the recommendation in this version.');

/** The plan of the previous version, and what this version did about it. */
export const WirePreviousPlan = z
  .object({
    version: z.object({ id: z.uuid(), name: z.string() }),
    outcomes: z
      .array(
        z.object({
          id: z.string(),
          kind: WireActionKind,
          package: z.string(),
          from: z.array(z.string()),
          to: z.string().nullable(),
          outcome: WireOutcome,
          fixes: z.int(),
          open: z.array(z.string()).describe('Vulnerabilities that it should have fixed and that are still open.'),
          notUploaded: z.array(z.string()).describe('Images that were not uploaded for this version.'),
          text: z.string(),
        }),
      )
      .describe('In the order of the previous plan, at most 1,000. `counts` covers all of them.'),
    counts: z.record(z.string(), z.int()).describe('Number of recommendations by outcome.'),
    predicted: z.object({
      resolved: z.object({ predicted: z.int(), actual: z.int() }),
      remaining: z.object({ predicted: z.int(), actual: z.int() }),
      introduced: z.object({ predicted: z.int(), actual: z.int() }),
      differences: z.array(
        z.object({
          vulnerability: z.string(),
          package: z.string(),
          predicted: z.enum(PREDICTED_STATES),
          actual: z.enum(PREDICTED_STATES),
          cause: z.enum(DIFFERENCE_CAUSES),
        }),
      ),
      mispredicted: z.int(),
    }),
  })
  .meta({ id: 'PreviousPlan' });
export type WirePreviousPlan = z.infer<typeof WirePreviousPlan>;

export const WireRemediation = z
  .object({
    version: z.object({ id: z.uuid(), name: z.string() }),
    basis: z.object({
      analysisId: z.uuid().nullable().describe('Null: not analyzed yet, so the plan is empty.'),
      snapshot: z.int().nullable(),
      riskModel: z.string(),
      effortModel: z.string(),
      at: Timestamp,
      strategy: z.enum(STRATEGIES),
      maxDistance: z.enum(DISTANCE_LIMITS).nullable(),
      image: z.string().nullable(),
    }),
    actions: z.array(WireAction),
    actionCount: z.int(),
    covered: z
      .array(z.object({ action: z.string(), package: z.string(), by: z.string() }))
      .describe('Actions that are not needed once another action is done.'),
    residual: z
      .array(z.object({ finding: WirePlannedFinding, reason: z.string(), text: z.string() }))
      .describe('Findings that no verified action fixes, with the reason. Most severe first, at most 1,000.'),
    residualCount: z.int(),
    filtered: z.object({
      wouldAlsoFix: z
        .int()
        .describe('Findings that are not relevant and would also be fixed. Not counted in any gain.'),
    }),
    prediction: z.object({
      before: WireCounts,
      after: WireCounts,
      introduced: z.array(WireVulnerabilityName),
      maxDueAfter: Timestamp.nullable(),
      notes: z.array(z.string()),
    }),
    coverage: WireCoverage.nullable(),
    previousPlan: WirePreviousPlan.nullable().describe('Null: no previous plan, or not evaluated yet.'),
  })
  .meta({ id: 'Remediation' });
export type WireRemediation = z.infer<typeof WireRemediation>;

/** For one finding: the recommendation for its package. */
export const WireRecommendation = z
  .object({
    actionId: z.string().nullable().describe('Action in the plan of the version. Null: no action fixes the finding.'),
    step: z.int().nullable().describe('Position of the action in the plan, starting at 1.'),
    kind: WireActionKind.nullable(),
    from: z.string(),
    to: z.string().nullable().describe('Recommended version of the package.'),
    distance: WireDistance,
    breaking: WireBreaking,
    verifiedExists: WireExists,
    archive: WireArchive,
    clean: z.boolean().describe('True: the target version has no known vulnerabilities.'),
    remaining: z.array(WireVulnerabilityName),
    introducedBy: z.array(z.string()),
    text: z.string(),
    ...WireCommands,
    alternatives: z.array(WireActionAlternative),
    withoutClean: z.object({ situation: z.string(), text: z.string(), response: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'Recommendation' });
export type WireRecommendation = z.infer<typeof WireRecommendation>;

/** How long findings of a service stay open until they are fixed. */
export const WireRemediationTime = z
  .object({
    severity: WireSeverity,
    count: z.int(),
    medianDays: z.number(),
    meanDays: z.number(),
  })
  .meta({ id: 'RemediationTime' });
export type WireRemediationTime = z.infer<typeof WireRemediationTime>;
