/** Returns the profile notes that were sent to the model. They are never evidence, but they count for the injection guard. */
import type { ProfileView } from '../../profile/profile-view.ts';
import type { Subject } from '../subject/subject.ts';
import type { SharingMode } from '../../vocabulary/ai.ts';

export function listSharedNotes({
  subject,
  sharing,
  notesOf,
}: {
  readonly subject: Pick<Subject, 'profiles'>;
  readonly sharing: SharingMode;
  readonly notesOf?: ((profile: ProfileView) => string | undefined) | undefined;
}): readonly string[] {
  if (sharing !== 'full-profile') return [];
  return subject.profiles.flatMap((profile) => notesOf?.(profile) ?? []);
}
