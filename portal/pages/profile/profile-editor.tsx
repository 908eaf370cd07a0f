/** Editor for a profile. Nothing is stored before it is saved, and the effect on each finding can be previewed. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireProfile, WireProfileSummary } from '../../../src/api/contract/services/profile.ts';
import { isStatus } from '../../api/api-client.ts';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { profileDetails, profilesKey, saveProfile, type ProfileAddress } from './profile-queries.ts';
import { usePermission } from '../../session/session.ts';
import { countOf } from '../../text/format/counts.ts';
import { FIELD_GROUPS, labelOf } from '../../text/profile/profile-fields.ts';
import { AppliesTo } from './applies-to.tsx';
import { DetectedValues } from './detected-values.tsx';
import { FieldRow, toFieldId } from './field-row.tsx';
import { ImpactMeter, type ImpactMeterProps } from './impact-meter.tsx';
import { isChanged, listChanged, toDraft, toProfileInput, withField, withInForce } from './profile-draft.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { ProfileVersions } from './profile-versions.tsx';
import { ProfileDocuments } from './profile-documents.tsx';
import styles from './profile.module.css';

interface ProfileEditorProps {
  readonly address: ProfileAddress;
  readonly profile: WireProfile;
  readonly etag: string | undefined;
}

export function ProfileEditor({ address, profile, etag }: ProfileEditorProps) {
  const [draft, setDraft] = useState(() => toDraft(profile));
  const [isPreviewing, setPreviewing] = useState(false);
  const { isAllowed, reason } = usePermission('profile:write');
  const save = useSave(address, etag);
  const changed = new Set(listChanged(draft, profile));
  const isDirty = isChanged(draft, profile);
  const input = toProfileInput(draft, profile);
  const assume: ImpactMeterProps['onAssume'] = ({ path, document }, { value, complete }) => {
    if (document !== null) setDraft(withInForce(draft, document, true));
    if (path === null) return;
    setDraft(withField(draft, path, { value, complete }));
    window.document.getElementById(toFieldId(path))?.scrollIntoView({ block: 'center' });
  };
  return (
    <>
      {reason !== undefined && <Notice kind="neutral">Read-only. {reason}</Notice>}
      {isAllowed && (
        <DetectedValues
          profile={profile}
          draft={draft}
          isSaving={save.isPending}
          onConfirm={(confirmed) => save.mutate(toProfileInput(confirmed, profile))}
        />
      )}
      <div className={styles.layout}>
        <div>
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
          {isDirty && (
            <section className={styles.bar} aria-label="Changes">
              <b>{changed.size === 0 ? 'Changed' : `${countOf(changed.size, 'field')} changed`}</b>
              <Button onClick={() => save.mutate(input)} loading={save.isPending}>
                Save
              </Button>
              <Button variant="default" onClick={() => setPreviewing(true)}>
                Preview changes
              </Button>
              <Button variant="default" onClick={() => setDraft(toDraft(profile))}>
                Discard
              </Button>
              {isStatus(save.error, 412) && <ConflictNotice address={address} />}
              {save.error !== null && !isStatus(save.error, 412) && <Problem error={save.error} />}
            </section>
          )}
        </div>
        <div className={styles.aside}>
          <Section title="Completeness">
            <ProfileCompleteness completeness={profile.completeness} />
          </Section>
          <Section title="Impact of confirming">
            <ImpactMeter address={address} isReadOnly={!isAllowed} onAssume={assume} />
          </Section>
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

function useSave(address: ProfileAddress, etag: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Parameters<typeof saveProfile>[1]) => await saveProfile(address, input, etag),
    onSuccess: async (saved) => {
      queryClient.setQueryData(profileDetails(address).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: profilesKey(address.service) });
    },
  });
}

/** Another user saved first, and nothing of this draft was written. */
function ConflictNotice({ address }: { readonly address: ProfileAddress }) {
  const queryClient = useQueryClient();
  const { queryKey } = profileDetails(address);
  return (
    <Notice kind="doubtful" urgent>
      Another user changed the profile. Nothing was saved.{' '}
      <button type="button" className={styles.link} onClick={() => void queryClient.invalidateQueries({ queryKey })}>
        Discard my changes
      </button>
    </Notice>
  );
}

/** From this share on, a model may use the profile. */
const ENOUGH = 0.6;

/** Completeness of the core fields of a profile, with the missing ones. */
function ProfileCompleteness({ completeness: { share, missing } }: Pick<WireProfileSummary, 'completeness'>) {
  const percent = Math.round(share * 100);
  return (
    <>
      <p>
        <b>{percent} %</b> of the 12 core fields are set. {share < ENOUGH ? 'AI requires 60 %.' : 'Sufficient for AI.'}
      </p>
      <meter className={styles.meter} aria-label="Completeness" min={0} max={1} low={ENOUGH} optimum={1} value={share}>
        {percent} %
      </meter>
      {missing.length > 0 && (
        <p className={styles.muted}>
          Missing:{' '}
          {missing.map((path, index) => (
            <span key={path}>
              {index > 0 && ', '}
              <a href={`#${toFieldId(path)}`}>{labelOf(path)}</a>
            </span>
          ))}
        </p>
      )}
    </>
  );
}
