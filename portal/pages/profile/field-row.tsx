/** One field of a profile: value, source, confirmation, and evidence for or against it. */
import { TextInput } from '@mantine/core';
import type { WireProfile } from '../../../src/api/contract/services/profile.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { isList, type Field } from '../../text/profile/profile-fields.ts';
import { describeFieldSource, describeValue, UNKNOWN } from '../../text/profile/profile-values.ts';
import { FieldInput } from './field-input.tsx';
import { withField, type ProfileDraft } from './profile-draft.ts';
import linkStyles from '../../parts/actions/link-button.module.css';
import styles from './profile.module.css';

interface FieldRowProps {
  readonly field: Field;
  readonly profile: WireProfile;
  readonly draft: ProfileDraft;
  readonly isChanged: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (draft: ProfileDraft) => void;
}

export function FieldRow({ field, profile, draft, isChanged, isReadOnly, onChange }: FieldRowProps) {
  const { path, label, form } = field;
  const stated = draft.fields[path];
  const derived = stated === undefined || profile.stated[path] === undefined ? profile.fields[path] : undefined;
  const isDerived = derived !== undefined && derived.source === 'sbom' && derived.value !== UNKNOWN;
  const set = (changes: Parameters<typeof withField>[2]): void => onChange(withField(draft, path, changes));
  return (
    <div className={styles.field}>
      <p className={styles.label}>{label}</p>
      <div className={styles.value}>
        <FieldInput
          field={field}
          value={stated?.value}
          otherwise={isDerived ? `Detected: ${describeValue(derived.value)}` : 'Unknown'}
          isReadOnly={isReadOnly}
          onChange={(value) => set({ value })}
        />
        {stated !== undefined && (
          <p className={styles.terms}>
            <Box
              label="Confirmed"
              isOn={stated.confirmed ?? false}
              isReadOnly={isReadOnly}
              onChange={(confirmed) => set({ confirmed })}
            />
            {isList(form) && (
              <Box
                label="Complete list"
                isOn={stated.complete ?? false}
                isReadOnly={isReadOnly}
                onChange={(complete) => set({ complete })}
              />
            )}
          </p>
        )}
        {stated !== undefined && (
          <TextInput
            size="xs"
            aria-label={`Evidence for ${label}`}
            placeholder="Evidence, for example a link"
            readOnly={isReadOnly}
            value={stated.evidence ?? ''}
            onChange={(event) => set({ evidence: event.currentTarget.value || null })}
          />
        )}
      </div>
      <Provenance profile={profile} path={path} isChanged={isChanged} isStated={stated !== undefined} />
      <Suggestion profile={profile} path={path} isStated={stated !== undefined} isReadOnly={isReadOnly} set={set} />
    </div>
  );
}

interface ProvenanceProps {
  readonly profile: WireProfile;
  readonly path: string;
  readonly isChanged: boolean;
  readonly isStated: boolean;
}

function Provenance({ profile: { stated, fields, conflicts }, path, isChanged, isStated }: ProvenanceProps) {
  const kept = isStated ? stated[path] : fields[path];
  const conflict = conflicts.find((each) => each.path === path);
  const evidence = isStated ? null : (fields[path]?.evidence ?? null);
  return (
    <p className={styles.from}>
      {isChanged && <b>Unsaved change</b>}
      {!isChanged && !isStated && kept !== undefined && kept.value !== UNKNOWN && (
        <b>
          <UntrustedText text={describeValue(kept.value)} charactersMax={160} />{' '}
        </b>
      )}
      {!isChanged && kept !== undefined && kept.value !== UNKNOWN && (
        <UntrustedText text={describeFieldSource(kept)} charactersMax={160} />
      )}
      {evidence !== null && (
        <span>
          {' '}
          (<UntrustedText text={evidence} charactersMax={160} />)
        </span>
      )}
      {conflict !== undefined && (
        <span className={styles.conflict}>
          {' '}
          Conflicting value: <UntrustedText text={describeValue(conflict.other.value)} charactersMax={120} /> (
          <UntrustedText text={describeFieldSource(conflict.other)} charactersMax={120} />)
        </span>
      )}
    </p>
  );
}

interface SuggestionProps {
  readonly profile: WireProfile;
  readonly path: string;
  readonly isStated: boolean;
  readonly isReadOnly: boolean;
  readonly set: (changes: Parameters<typeof withField>[2]) => void;
}

function Suggestion({ profile, path, isStated, isReadOnly, set }: SuggestionProps) {
  const suggestion = profile.suggestions[path];
  if (suggestion === undefined || isStated) return null;
  const { value, complete, evidence } = suggestion;
  return (
    <p className={styles.from}>
      Suggested: <UntrustedText text={describeValue(value)} charactersMax={160} />{' '}
      {!isReadOnly && (
        <button type="button" className={linkStyles.link} onClick={() => set({ value, complete, evidence })}>
          Confirm
        </button>
      )}
    </p>
  );
}

interface BoxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Box({ label, isOn, isReadOnly, onChange }: BoxProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        disabled={isReadOnly}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
