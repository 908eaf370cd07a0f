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
  PLAN_OUTCOMES,
  PREDICTED_STATES,
  STRATEGIES,
  URGENT_REASONS,
} from '../../../core/vocabulary/remediation.ts';
import { BySeverity, WireClass, WireCoverage, WireSeverity } from './finding.ts';
import { CursorPageQuery, Timestamp, wholeNumber } from '../page.ts';

const WireDistance = z.enum(DISTANCES).describe('By the first number that differs.');
const WireBreaking = z.enum(BREAKING_HINTS).describe('A hint, by the family and its habits.');
const WireExists = z
  .enum(EXISTENCE_STATES)
  .describe('Whether anybody has seen the version: a fix that an advisory names may not be published yet.');

export const REMEDIATION_TYPES = ['application/json', 'text/markdown'] as const;

/** Query parameters of the plan of a version. */
export const RemediationQuery = CursorPageQuery.extend({
  strategy: z.enum(STRATEGIES).default('lowest').describe('The nearest clean version, or the highest one.'),
  maxDistance: z.enum(DISTANCE_LIMITS).optional().describe('How far an upgrade may go.'),
  image: z.string().optional().describe('What one image needs alone.'),
  limit: wholeNumber(1, LIMITS.remediationActionsMax)
    .default(LIMITS.remediationActionsMax)
    .describe(`How many actions to return, 1 to ${LIMITS.remediationActionsMax}; as many when it is left out.`),
});

export const WireCommand = z.object({
  manager: z.string(),
  form: z.enum(COMMAND_FORMS).describe('One line for a POSIX shell, lines for a file, or a line for a Dockerfile.'),
  text: z.string().describe('To copy. Assay runs nothing.'),
  file: z.string().nullable().describe('The file that the lines are for.'),
  note: z.string().nullable(),
});
export type WireCommand = z.infer<typeof WireCommand>;

const WireCommands = {
  commands: z.array(WireCommand),
  commandReason: z
    .enum(COMMAND_REASONS)
    .nullable()
    .describe('Why there is nothing to copy: the name or the version is not safe in a shell, or there is no command.'),
  sentence: z.string().nullable().describe('What to do in words, where there is no command.'),
};

const WireActionKind = z.enum(ACTION_KINDS);

/** An alternative action, or another version. */
export const WireActionAlternative = z.object({
  kind: z
    .string()
    .describe(
      'A kind of action, or why the version is offered: reduces_on_line, clears_high, clean_relevant, highest_clean.',
    ),
  to: z.string().nullable(),
  text: z.string(),
  claim: z.enum(CLAIMS),
  distance: WireDistance,
  breaking: WireBreaking,
  fixes: z.int().nullable().describe('Vulnerabilities that it ends. Null: as the action.'),
  remaining: z.int().nullable(),
  ...WireCommands,
});
export type WireActionAlternative = z.infer<typeof WireActionAlternative>;

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
    id: z.string().describe('Stays the same from plan to plan and from version to version of the service.'),
    kind: WireActionKind,
    package: z.object({
      key: z.string(),
      name: z.string(),
      ecosystem: z.string(),
      line: z.string().nullable().describe('The compatibility line that the installed versions are on.'),
    }),
    from: z.array(z.string()).describe('Installed versions; empty where it is about a whole base image or release.'),
    to: z.string().nullable().describe('Null: there is no version to name.'),
    verifiedExists: WireExists,
    distance: WireDistance,
    breaking: WireBreaking,
    claim: z.enum(CLAIMS).describe('`unknown`: unverified. The step may help, but no risk counts as removed by it.'),
    confidence: z.enum(CONFIDENCES),
    direct: z.boolean().nullable(),
    introducedBy: z.array(z.string()),
    images: z.array(z.string()),
    fixes: z
      .array(WirePlannedFinding)
      .describe(
        'Findings that it fixes, or may fix where `claim` is `unknown`. The worst first; the first 200 of them.',
      ),
    fixesCount: z.int(),
    fixesBySeverity: BySeverity,
    mayFixCount: z.int().describe('Further findings that it may fix.'),
    introduces: z.array(WireVulnerabilityName),
    remaining: z.array(WireVulnerabilityName).describe('What the target still has.'),
    gain: z.number().describe('Risk that it removes and no earlier action does. 0 where `claim` is `unknown`.'),
    effort: z.int(),
    dueAt: Timestamp.nullable().describe('The nearest deadline of the findings that it fixes or may fix.'),
    urgent: z.boolean().describe('Malicious, known to be exploited, or due within three days.'),
    urgentReason: z.enum(URGENT_REASONS).nullable(),
    text: z.string(),
    ...WireCommands,
    alternatives: z.array(WireActionAlternative),
    evidence: z
      .array(z.object({ package: z.string(), version: z.string(), seenIn: z.string().nullable() }))
      .describe(
        'Releases that services of this organization were seen to use, which no advisory names: of a parent with a fixed child, or of the package itself. `seenIn` is the service; null for a token that is for some services only.',
      ),
    withoutClean: z
      .object({ situation: z.string(), text: z.string(), response: z.string().nullable() })
      .nullable()
      .describe('What is to be said where no clean version is known.'),
    after: WireRemainingCounts.describe(
      'Open findings that are not filtered when this action and all before it are done. Unverified actions change nothing.',
    ),
  })
  .meta({ id: 'RemediationAction' });
export type WireAction = z.infer<typeof WireAction>;

const WireCounts = z.object({
  total: z.int().describe('What is open and not filtered, as are risk and severities.'),
  risk: z.number(),
  bySeverity: BySeverity,
  byStatus: z.record(z.string(), z.int()).describe('Of all, the filtered ones too.'),
});

const WireOutcome = z.enum(PLAN_OUTCOMES).describe('What became of a recommendation in the next version.');

/** The plan of the previous version, and what this version did about it. */
export const WireLastPlan = z
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
          open: z.array(z.string()).describe('Vulnerabilities that it was to end and that are still open.'),
          notSeen: z.array(z.string()).describe('Images that this version has no document of.'),
          text: z.string(),
        }),
      )
      .describe('In the order of that plan, the first 1,000; the counts are of all.'),
    counts: z.record(z.string(), z.int()).describe('How often each outcome.'),
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
  .meta({ id: 'LastPlan' });
export type WireLastPlan = z.infer<typeof WireLastPlan>;

export const WireRemediation = z
  .object({
    version: z.object({ id: z.uuid(), name: z.string() }),
    basis: z.object({
      analysisId: z.uuid().nullable().describe('Null: not analyzed yet, so that there is nothing to plan.'),
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
      .describe('What is not needed any more once another action is done.'),
    residual: z
      .array(z.object({ finding: WirePlannedFinding, reason: z.string(), text: z.string() }))
      .describe('Findings that no verified action fixes, and why. The worst first; the first 1,000.'),
    residualCount: z.int(),
    filtered: z.object({
      wouldAlsoFix: z.int().describe('Filtered findings that would end too; never part of a gain.'),
    }),
    prediction: z.object({
      before: WireCounts,
      after: WireCounts,
      introduced: z.array(WireVulnerabilityName),
      maxDueAfter: Timestamp.nullable(),
      notes: z.array(z.string()),
    }),
    coverage: WireCoverage.nullable(),
    lastPlan: WireLastPlan.nullable().describe('Null: there was no plan before, or it was not judged yet.'),
  })
  .meta({ id: 'Remediation' });
export type WireRemediation = z.infer<typeof WireRemediation>;

/** For one finding: the recommendation for its package. */
export const WireRecommendation = z
  .object({
    actionId: z.string().nullable().describe('In the plan of the version. Null: none of its actions ends it.'),
    step: z.int().nullable().describe('Number of the action in the plan, from 1.'),
    kind: WireActionKind.nullable(),
    from: z.string(),
    to: z.string().nullable().describe('The version that its whole package should move to.'),
    distance: WireDistance,
    breaking: WireBreaking,
    verifiedExists: WireExists,
    clean: z.boolean().describe('Nothing is known to be wrong with the target.'),
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
