import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { INBOX_PARTS } from '../../../core/vocabulary/inbox.ts';
import { Timestamp, wholeNumber } from '../page.ts';
import { WirePlacedFinding } from './finding.ts';
import { WireFindingWork } from './work.ts';

export const InboxQuery = z.object({
  findings: wholeNumber(0, LIMITS.inboxFindingsMax)
    .default(20)
    .meta({
      description: `Maximum number of findings in each part, from 0 to ${LIMITS.inboxFindingsMax}.`,
      example: 20,
    }),
});

export const WireInboxFinding = WirePlacedFinding.extend({
  work: WireFindingWork.nullable().describe('Assignee, due date and issue. Null: none was set.'),
}).meta({ id: 'InboxFinding' });
export type WireInboxFinding = z.infer<typeof WireInboxFinding>;

export const WireInbox = z
  .object({
    since: Timestamp.describe('Time of your last visit, or of joining the organization. Later findings are new.'),
    total: z.int().describe('Findings in any part, each counted once.'),
    parts: z.array(
      z.object({
        name: z
          .enum(INBOX_PARTS)
          .describe(
            `\`assigned\`: assigned to you. \`due\`: the deadline is within ${LIMITS.inboxDueDays} days or has passed. \`review\`: a suggestion needs review. \`disputed\`: sources disagree. \`expiring\`: a decision expires within ${LIMITS.inboxExpiryDays} days. \`new\`: first seen after \`since\`.`,
          ),
        total: z.int().describe(`Number of findings, counted up to ${LIMITS.findingsCountedMax}.`),
        filter: z
          .record(z.string(), z.string())
          .describe('Query parameters with which `/finding` returns the same findings.'),
        findings: z.array(WireInboxFinding).describe('The first findings, most urgent first.'),
      }),
    ),
  })
  .meta({ id: 'Inbox' });
export type WireInbox = z.infer<typeof WireInbox>;
