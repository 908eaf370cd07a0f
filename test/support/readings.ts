/** The AI assessment of a finding, valid in every respect that a test does not change: the finding would be dismissed. */
import type { ProfileView } from '../../src/core/profile/profile-view.ts';
import type {
  AdvisoryText,
  Precondition,
  Assessment,
  SecondOpinion,
} from '../../src/core/relevance/assessments/assessment.ts';
import type { VerificationInput } from '../../src/core/relevance/assessments/verification/verify-assessment.ts';
import type { Subject } from '../../src/core/relevance/subject/subject.ts';
import { aProfile, aSubject, type ProfileChanges, type SubjectChanges } from './subjects.ts';

export const NOW = '2026-06-01T00:00:00.000Z';

const DETAILS =
  'The launcher does not quote the names of files. The flaw can only be exploited on Windows hosts, where a name may end a command. ' +
  'An attacker who can choose a name runs programs with the rights of the service. To choose it an account on the machine is needed.';

export function aText(changes: Partial<AdvisoryText> = {}): AdvisoryText {
  return {
    recordId: 'GHSA-aaaa',
    title: 'Names are not quoted',
    details: DETAILS,
    packages: ['lib'],
    hash: 'a1',
    ...changes,
  };
}

export function aPrecondition(changes: Partial<Precondition> = {}): Precondition {
  return { type: 'os', value: 'windows', quote: 'only be exploited on Windows hosts', necessary: true, ...changes };
}

/** From the same text; this precondition can only lower the priority. */
export const LOCAL: Partial<Precondition> = {
  type: 'local_user',
  value: null,
  quote: 'an account on the machine is needed',
};

/** Nine of the twelve core fields, confirmed; lists are complete. */
export const CORE_FIELDS = {
  'exposure.reach': 'internet',
  'exposure.unauthenticatedSurface': 'yes',
  'input.userInteraction': 'yes',
  'runtime.os': 'linux',
  'runtime.arch': ['amd64'],
  'privilege.runsAsRoot': 'yes',
  'privilege.localUsers': 'yes',
  'network.egress': 'open',
  'ops.environment': 'prod',
} as const;

export function aKnownProfile({ fields, ...changes }: ProfileChanges = {}): ProfileView {
  return aProfile({ ...changes, fields: { ...CORE_FIELDS, ...fields } });
}

export function aReadSubject({ vulnerability, component, ...changes }: SubjectChanges = {}): Subject {
  return aSubject({
    vulnerability: { publishedAt: '2026-01-01T00:00:00.000Z', ...vulnerability },
    component: { purl: 'pkg:npm/lib@1.0.0', ...component },
    profiles: [aKnownProfile()],
    ...changes,
  });
}

export function aSecond(changes: Partial<SecondOpinion> = {}): SecondOpinion {
  return { id: 'k1', sent: 'k1', exploitable: 'no', explanation: 'No way was found.', ...changes };
}

/** `second: null` means that the second check was not requested. */
export type ReadingsChanges = Partial<Omit<Assessment, 'facts' | 'second'>> & {
  readonly preconditions?: readonly Precondition[];
  readonly second?: SecondOpinion | null;
};

export function aReadings({ preconditions, second = aSecond(), ...changes }: ReadingsChanges = {}): Assessment {
  return {
    model: 'reader-1',
    promptVersion: '1',
    at: '2026-05-31T00:00:00.000Z',
    sharing: 'structured-profile',
    facts: { preconditions: preconditions ?? [aPrecondition()] },
    ...(second !== null && { second }),
    ...changes,
  };
}

export function aReadingInput(changes: Partial<VerificationInput> = {}): VerificationInput {
  return {
    subject: aReadSubject(),
    texts: [aText()],
    assessment: aReadings(),
    settings: { now: NOW },
    ...changes,
  };
}
