/**
 * The denials of enforced runtime documents that a precondition refers to: one word, or the requested names. The documents
 * themselves are not sent. The paths are those of the contradiction table.
 */
import type { ProfileView } from '../../core/profile/profile-view.ts';
import type { Contradiction } from '../../core/relevance/assessments/contradictions/contradiction.ts';
import {
  syscallDenied,
  capabilityDenied,
  fileLoadDenied,
  processExecDenied,
} from '../../core/relevance/assessments/contradictions/enforced-denials.ts';
import type { AdvisoryAssessment } from '../../core/relevance/assessments/assessment.ts';
import type { Subject } from '../../core/relevance/subject/subject.ts';
import { toName } from './shared-advisory.ts';
import type { SharedField } from './shared-profile.ts';

export function toSharedEnforcement(
  { component, places, appliesTo = () => true }: Subject,
  profile: ProfileView,
  { preconditions }: AdvisoryAssessment,
): Readonly<Record<string, SharedField>> {
  const applicable = places.filter((place) => appliesTo(profile, place));
  const isDenied = ({ find }: Contradiction, value: string | null): boolean =>
    applicable.length > 0 && applicable.every((place) => find(value, { component, place, profile }) !== undefined);
  const fields: Record<string, SharedField> = {};
  for (const row of [processExecDenied, fileLoadDenied])
    if (isDenied(row, null)) fields[row.path] = { value: 'denied' };
  for (const row of [syscallDenied, capabilityDenied]) {
    const asked = preconditions.flatMap(({ type, value }) => (type === row.type && value !== null ? value : []));
    const denied = [...new Set(asked)].filter((value) => isDenied(row, value));
    if (denied.length > 0) fields[row.path] = { value: denied.map((name) => toName(`${name}: denied`)) };
  }
  return fields;
}
