/** What questions about one finding are made of. All of it may come in; the sharing mode decides what goes out. */
import type { ProfileView } from '../core/profile/profile-view.ts';
import type { AdvisoryText, SharingMode } from '../core/relevance/readings/reading.ts';
import type { Subject } from '../core/relevance/subject.ts';

export interface FindingInput {
  readonly subject: Subject;
  /** Of the records that matched. */
  readonly texts: readonly AdvisoryText[];
  readonly sharing: SharingMode;
  /** Steps from the root to the component, where the graph is known. */
  readonly pathLength?: number | null;
  /** What people have noted in a profile, which is never evidence and so not in its view. */
  readonly notesOf?: (profile: ProfileView) => string | undefined;
}
