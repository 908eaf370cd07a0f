/** Input for the questions about one finding. It is complete; the sharing mode decides what is sent. */
import type { ProfileView } from '../../core/profile/profile-view.ts';
import type { AdvisoryText } from '../../core/relevance/assessments/assessment.ts';
import type { Subject } from '../../core/relevance/subject/subject.ts';
import type { SharingMode } from '../../core/vocabulary/ai.ts';

export interface FindingInput {
  readonly subject: Subject;
  /** Texts of the records that matched. */
  readonly texts: readonly AdvisoryText[];
  readonly sharing: SharingMode;
  /** Steps from the root to the component, if the graph is known. */
  readonly pathLength?: number | null;
  /** Notes of a profile. They are never evidence, so they are not part of its view. */
  readonly notesOf?: (profile: ProfileView) => string | undefined;
}
