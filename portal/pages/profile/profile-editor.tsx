/** Editor for a profile. Nothing is stored before it is saved, and the effect on each finding can be previewed. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { WireProfile } from '../../../src/api/contract/services/profile.ts';
import { isStatus } from '../../api/api-client.ts';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { profileDetails, useSaveProfile, type ProfileAddress } from './profile-queries.ts';
import { usePermission } from '../../session/session.ts';
import { countOf } from '../../text/format/counts.ts';
import { FIELD_GROUPS } from '../../text/profile/profile-fields.ts';
import { AppliesTo } from './applies-to.tsx';
import { DetectedValues } from './detected-values.tsx';
import { FieldRow } from './field-row.tsx';
import { isChanged, listChanged, toDraft, toProfileInput, type ProfileDraft } from './profile-draft.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { ProfileVersions } from './profile-versions.tsx';
import { ProfileDocuments } from './profile-documents.tsx';
import linkStyles from '../../parts/actions/link-button.module.css';
import styles from './profile.module.css';

interface ProfileEditorProps {
  readonly address: ProfileAddress;
  readonly profile: WireProfile;
  readonly etag: string | undefined;
  /** Called with whether there are unsaved changes. */
  readonly onDirty: (isDirty: boolean) => void;
}

interface Edit extends Pick<ProfileEditorProps, 'profile' | 'etag'> {
  readonly draft: ProfileDraft;
}

export function ProfileEditor({ address, onDirty, ...stored }: ProfileEditorProps) {
  // Changes stay with the profile that they were made to. If it is not the stored one anymore, saving them is rejected.
  const [edit, setEdit] = useState<Edit>();
  const { draft, profile, etag } = edit ?? { draft: toDraft(stored.profile), ...stored };
  const setDraft = (changed: ProfileDraft): void =>
    setEdit(isChanged(changed, profile) ? { draft: changed, profile, etag } : undefined);
  const [isPreviewing, setPreviewing] = useState(false);
  const { isAllowed, reason } = usePermission('profile:write');
  const save = useSaveProfile(address, etag);
  const discard = (): void => {
    save.reset();
    setEdit(undefined);
  };
  const changed = new Set(listChanged(draft, profile));
  const isDirty = edit !== undefined;
  const input = toProfileInput(draft, profile);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <>
      {isAllowed && (
        <DetectedValues
          profile={profile}
          draft={draft}
          isSaving={save.isPending}
          onConfirm={(confirmed) => save.mutate(toProfileInput(confirmed, profile), { onSuccess: discard })}
        />
      )}
      <div className={styles.layout}>
        <div>
          <details className={styles.all}>
            <summary>All fields</summary>
            <AppliesTo draft={draft} isReadOnly={!isAllowed} onChange={setDraft} />
            <div className={styles.groups}>
              {FIELD_GROUPS.map(({ title, fields }) => (
                <section key={title} className={styles.group} aria-label={title}>
                  <h2>{title}</h2>
                  {fields.map((field) => (
                    <FieldRow
                      key={field.path}
                      field={field}
                      profile={profile}
                      draft={draft}
                      isChanged={changed.has(field.path)}
                      isReadOnly={!isAllowed}
                      onChange={setDraft}
                    />
                  ))}
                </section>
              ))}
            </div>
          </details>
          {isDirty && (
            <section className={styles.bar} aria-label="Changes">
              <b>{changed.size === 0 ? 'Changed' : `${countOf(changed.size, 'field')} changed`}</b>
              <Button onClick={() => save.mutate(input, { onSuccess: discard })} loading={save.isPending}>
                Save
              </Button>
              <Button variant="default" onClick={() => setPreviewing(true)}>
                Preview changes
              </Button>
              <Button variant="default" onClick={discard}>
                Discard
              </Button>
              {isStatus(save.error, 412) && <ConflictNotice address={address} onDiscard={discard} />}
              {save.error !== null && !isStatus(save.error, 412) && <Problem error={save.error} />}
            </section>
          )}
        </div>
        <div className={styles.aside}>
          <Section title="Documents">
            <ProfileDocuments
              address={address}
              documents={profile.documents}
              draft={draft}
              onChange={setDraft}
              whyNot={reason ?? (isDirty ? 'Save or discard your changes first.' : undefined)}
            />
          </Section>
          <Section title="Versions">
            <ProfileVersions address={address} />
          </Section>
        </div>
      </div>
      {isPreviewing && <PreviewDialog address={address} input={input} onClose={() => setPreviewing(false)} />}
    </>
  );
}

interface ConflictNoticeProps {
  readonly address: ProfileAddress;
  readonly onDiscard: () => void;
}

/** Another user saved first, and nothing of this draft was written. */
function ConflictNotice({ address, onDiscard }: ConflictNoticeProps) {
  const queryClient = useQueryClient();
  const { queryKey } = profileDetails(address);
  const discard = (): void => {
    onDiscard();
    void queryClient.invalidateQueries({ queryKey });
  };
  return (
    <Notice kind="doubtful" urgent>
      Another user changed the profile. Nothing was saved.{' '}
      <button type="button" className={linkStyles.link} onClick={discard}>
        Discard my changes
      </button>
    </Notice>
  );
}
