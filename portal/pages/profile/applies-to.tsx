/** Scope of a profile: certain environments, images, kinds of SBOM, or everything. */
import { TextInput } from '@mantine/core';
import { SBOM_KINDS, type SbomKind } from '../../../src/core/vocabulary/sbom.ts';
import type { WireProfile } from '../../../src/api/contract/services/profile.ts';
import type { ProfileDraft } from './profile-draft.ts';
import formStyles from '../../parts/actions/form.module.css';
import styles from './profile.module.css';

interface AppliesToProps {
  readonly draft: ProfileDraft;
  readonly isReadOnly: boolean;
  readonly onChange: (draft: ProfileDraft) => void;
}

export function AppliesTo({ draft, isReadOnly, onChange }: AppliesToProps) {
  const { appliesTo, isDefault } = draft;
  const environments = appliesTo.environments.join(', ');
  const images = appliesTo.images.join(', ');
  const set = (changes: Partial<WireProfile['appliesTo']>): void =>
    onChange({ ...draft, appliesTo: { ...appliesTo, ...changes } });
  const toggle = (kind: SbomKind): void =>
    set({
      sbomKinds: appliesTo.sbomKinds.includes(kind)
        ? appliesTo.sbomKinds.filter((each) => each !== kind)
        : [...appliesTo.sbomKinds, kind],
    });
  return (
    <section className={styles.group} aria-label="Scope">
      <h2>Scope</h2>
      <div className={formStyles.form}>
        <label className={styles.choice}>
          <input
            type="checkbox"
            disabled={isReadOnly || isDefault}
            checked={isDefault}
            onChange={() => onChange({ ...draft, isDefault: true })}
          />
          Default profile
        </label>
        <TextInput
          key={`environments ${environments}`}
          label="Environments"
          description="Comma-separated. Leave empty for all."
          readOnly={isReadOnly}
          defaultValue={environments}
          onBlur={(event) => set({ environments: toList(event.currentTarget.value) })}
        />
        <TextInput
          key={`images ${images}`}
          label="Images"
          description="Comma-separated patterns such as registry.example.com/team/**. Leave empty for all."
          readOnly={isReadOnly}
          defaultValue={images}
          onBlur={(event) => set({ images: toList(event.currentTarget.value) })}
        />
        <fieldset className={styles.choices}>
          <legend className={styles.muted}>SBOM kinds (default: all)</legend>
          {SBOM_KINDS.map((kind) => (
            <label key={kind} className={styles.choice}>
              <input
                type="checkbox"
                disabled={isReadOnly}
                checked={appliesTo.sbomKinds.includes(kind)}
                onChange={() => toggle(kind)}
              />
              {kind}
            </label>
          ))}
        </fieldset>
      </div>
    </section>
  );
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
