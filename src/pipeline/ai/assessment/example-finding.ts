/** A finding of our own for the preview: an advisory about Windows and a service on Linux. */
import type { FindingInput } from '../../../ai/questions/shared-data.ts';
import { toProfileView } from '../../../core/profile/to-profile-view.ts';
import { CANARIES } from '../../../core/relevance/assessments/canary.ts';
import { otherOperatingSystem } from '../../../core/relevance/assessments/contradictions/field-contradictions.ts';
import type { ProfileClaim } from '../../../core/relevance/assessments/verification/verification-steps.ts';
import type { SharingMode } from '../../../core/vocabulary/ai.ts';

export function toExampleFinding(sharing: SharingMode): {
  readonly finding: FindingInput;
  readonly claims: readonly ProfileClaim[];
} {
  const texts = CANARIES.slice(0, 1).map(({ text }) => text);
  const quote = 'This vulnerability only affects Windows.';
  const precondition = { type: 'os', value: 'windows', quote, necessary: true } as const;
  const claims = [{ ground: { profile: PROFILE, places: [] }, pairs: [{ precondition, row: otherOperatingSystem }] }];
  return { finding: { subject: SUBJECT, texts, sharing, pathLength: 1, notesOf: () => undefined }, claims };
}

const PROFILE = toProfileView(
  { name: 'example', version: 1, fields: { 'runtime.os': { value: 'linux', source: 'sbom' } } },
  [],
);

const SUBJECT: FindingInput['subject'] = {
  vulnerability: {
    id: 'EXAMPLE-1',
    severity: 'medium',
    cvss: [],
    cwes: [],
    kev: null,
    epss: null,
    ssvc: null,
    publishedAt: null,
    mentions: [],
    isWithdrawn: false,
    isDisputed: false,
  },
  match: { class: 'vulnerability', assumptions: [], urgency: undefined, fixState: 'unknown', platforms: [] },
  component: { ecosystem: 'npm', name: 'pagefold', version: '2.3.0', arch: null, type: 'library' },
  places: [],
  profiles: [PROFILE],
};
