/**
 * Preconditions of an advisory that no known fact decides, by what would decide them: a deployment document, or an answer of a
 * user. They show what would raise the yield of an AI assessment, so completeness counts only fields that matter for a finding.
 */
import type { Subject } from '../subject/subject.ts';
import type { AdvisoryAssessment, AdvisoryText, Precondition, PreconditionType } from './assessment.ts';
import { isEnforced, listContradictions } from './contradictions/all-contradictions.ts';
import {
  createVerificationContext,
  toProfilePlaces,
  type ProfilePlaces,
  type VerificationContext,
} from './verification/verification-context.ts';

export interface OpenPreconditions {
  /** Kubernetes manifests, image configurations or runtime profiles show them. */
  readonly byDeployment: readonly Precondition[];
  /** Only a user knows. */
  readonly byAnswer: readonly Precondition[];
}

const BY_DEPLOYMENT: ReadonlySet<PreconditionType> = new Set([
  'os',
  'arch',
  'network_position',
  'reach',
  'privilege',
  'egress',
  'capability',
  'syscall',
  'device',
]);
const BY_ANSWER: ReadonlySet<PreconditionType> = new Set([
  'component',
  'deployment',
  'input_kind',
  'feature',
  'configuration',
  'command',
  'local_user',
]);

export function findOpenPreconditions(
  subject: Subject,
  texts: readonly AdvisoryText[],
  { preconditions }: AdvisoryAssessment,
): OpenPreconditions {
  const context = createVerificationContext(subject, preconditions, texts);
  const grounds = toProfilePlaces(subject);
  const open = preconditions.filter(
    (each) =>
      each.necessary &&
      context.findQuoteProblem(each) === undefined &&
      !context.restatesWeakness(each) &&
      (grounds.length === 0 || grounds.some((ground) => isOpen(each, context, ground))),
  );
  return {
    byDeployment: open.filter(({ type }) => BY_DEPLOYMENT.has(type)),
    byAnswer: open.filter(({ type }) => BY_ANSWER.has(type)),
  };
}

/** A known field without a contradiction means that the precondition holds; a list of features or commands is never complete. */
function isOpen({ type, value }: Precondition, context: VerificationContext, ground: ProfilePlaces): boolean {
  const { known, runtime } = ground.profile;
  const rows = listContradictions(type).filter((row) => row.type !== 'any');
  const isListed = type === 'feature' || type === 'configuration' || type === 'command';
  return !rows.some((row) => {
    if (context.isContradicted(row, value, ground)) return true;
    return !isListed && (isEnforced(row.path) ? runtime !== undefined : known(row.path) !== undefined);
  });
}
