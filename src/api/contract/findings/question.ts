import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { ANSWER_EFFECTS, ANSWERS, QUESTION_KINDS } from '../../../core/vocabulary/question.ts';
import { Instant, listOf, PageQuery, pathId, Timestamp } from '../page.ts';
import { ServiceParams } from '../services/service.ts';
import { WireSeverity } from './finding.ts';

export const QuestionParams = z.object({ id: pathId('question') });
export const ServiceQuestionParams = ServiceParams.extend({ id: pathId('question') });

export const QuestionQuery = PageQuery;

export const ServiceQuestionQuery = PageQuery.extend({
  state: listOf(z.enum(['open', 'answered']))
    .optional()
    .meta({
      description:
        'Return only open or only answered questions. Default: open ones. An answer that has expired, or that is about another major version of a package, leaves the question open.',
      example: 'open,answered',
    }),
});

const Asked = z.object({
  id: z.uuid().describe('The same for the same question in every service.'),
  kind: z.enum(QUESTION_KINDS),
  subject: z.string().describe('What the question is about: a program, a format, a package.'),
  package: z.string().nullable().describe('Package that the subject belongs to.'),
  text: z.string().describe('The question.'),
  help: z.string().describe('How to find the answer.'),
});

const Settles = z.object({
  dismiss: z.int().describe('Findings that "no" marks as not relevant.'),
  deprioritize: z.int().describe('Findings that "no" gives a lower priority.'),
  suggest: z.int().describe('Guarded findings, for which "no" only suggests to dismiss them.'),
});

const FINDINGS_SHOWN_MAX = 100;

export const WireQuestion = Asked.extend({
  settles: Settles.describe('Number of findings by the effect of the answer "no".'),
  findings: z
    .array(
      z.object({
        id: z.uuid(),
        vulnerability: z.string(),
        package: z.string(),
        version: z.string().nullable(),
        severity: WireSeverity,
        effect: z.enum(ANSWER_EFFECTS),
      }),
    )
    .describe(`The findings of the newest version with the highest risk, at most ${FINDINGS_SHOWN_MAX}.`),
  answer: z
    .object({
      answer: z.enum(ANSWERS),
      note: z.string().nullable(),
      by: z.string(),
      at: Timestamp,
      expiresAt: Timestamp,
    })
    .nullable(),
  askedAgain: z
    .enum(['expired', 'version'])
    .nullable()
    .describe('Why an answered question is open again: the answer expired, or a package has another major version.'),
}).meta({ id: 'Question' });
export type WireQuestion = z.infer<typeof WireQuestion>;

export const WireOrganizationQuestion = Asked.extend({
  settles: Settles.omit({ suggest: true }).describe('Number of findings in all services, by the effect of "no".'),
  serviceCount: z.int().describe('Services in which the question is open.'),
  services: z
    .array(z.object({ id: z.uuid(), name: z.string(), settles: Settles.omit({ suggest: true }) }))
    .describe('The services that gain most, at most 100.'),
}).meta({ id: 'OrganizationQuestion' });
export type WireOrganizationQuestion = z.infer<typeof WireOrganizationQuestion>;

const AnswerMembers = z.object({
  answer: z
    .enum(ANSWERS)
    .describe(
      '`no` dismisses the findings that depend on it, or lowers them; guarded findings get a suggestion. `yes` confirms them. `unknown` hides the question.',
    ),
  note: z
    .string()
    .max(LIMITS.answerNoteCharactersMax)
    .optional()
    .describe('Reason, shown as evidence on the findings.'),
  expiresAt: Instant.optional().describe(
    `When the question is asked again, at most ${LIMITS.answerDaysMax} days from now. Default: in ${LIMITS.answerDaysDefault} days.`,
  ),
});

export const AnswerBody = AnswerMembers.meta({
  id: 'NewAnswer',
  description: 'The answer.',
  example: { answer: 'no', note: 'The image contains Git only for its build.' },
});

export const ManyAnswersBody = AnswerMembers.extend({
  services: z
    .array(z.string().min(1).max(LIMITS.nameCharactersMax))
    .min(1)
    .max(LIMITS.answerServicesMax)
    .describe('Names or ids of the services. Either all of them get the answer, or none does.'),
}).meta({
  id: 'NewAnswers',
  description: 'The answer, and the services that it is about.',
  example: { answer: 'no', services: ['team/api', 'team/worker'] },
});

export { FINDINGS_SHOWN_MAX };
