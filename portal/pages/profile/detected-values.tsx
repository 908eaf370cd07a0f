/** Values that deployment documents show and that are not confirmed yet, with their evidence. One click confirms the documents. */
import { Button } from '@mantine/core';
import type { WireProfile } from '../../../src/api/contract/services/profile.ts';
import { DEPLOYMENT_KINDS } from '../../../src/core/vocabulary/profile.ts';
import { Notice } from '../../parts/feedback/notice.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { countOf } from '../../text/format/counts.ts';
import { labelOf } from '../../text/profile/profile-fields.ts';
import { describeValue } from '../../text/profile/profile-values.ts';
import { withInForce, type ProfileDraft } from './profile-draft.ts';
import styles from './profile.module.css';

interface DetectedValuesProps {
  readonly profile: WireProfile;
  readonly draft: ProfileDraft;
  readonly isSaving: boolean;
  readonly onConfirm: (draft: ProfileDraft) => void;
}

export function DetectedValues({ profile, draft, isSaving, onConfirm }: DetectedValuesProps) {
  const waiting = profile.documents.filter(
    ({ kind, inForce }) => !inForce && DEPLOYMENT_KINDS.some((each) => each === kind),
  );
  const names = new Set(waiting.map(({ name, kind, sha256 }) => name ?? `${kind} ${sha256.slice(0, 12)}`));
  const values = Object.entries(profile.suggestions).filter(([, { evidence }]) =>
    [...names].some((name) => evidence?.startsWith(`${name} line `)),
  );
  if (values.length === 0) return null;
  const confirmed = waiting.reduce((changed, { sha256 }) => withInForce(changed, sha256, true), draft);
  return (
    <Notice kind="neutral">
      <p>
        The deployment documents show {countOf(values.length, 'value')} that {values.length === 1 ? 'is' : 'are'} not
        confirmed.{' '}
        <Button size="compact-sm" onClick={() => onConfirm(confirmed)} loading={isSaving}>
          Confirm {countOf(values.length, 'detected value')}
        </Button>
      </p>
      <ul className={styles.facts}>
        {values.map(([path, { value, evidence }]) => (
          <li key={path}>
            {labelOf(path)}:{' '}
            <b>
              <UntrustedText text={describeValue(value)} charactersMax={120} />
            </b>{' '}
            <span className={styles.muted}>
              <UntrustedText text={evidence ?? ''} charactersMax={160} />
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
