/** Fields for the data that leaves Assay and the effects that responses may have, each with an explanation. */
import { Radio } from '@mantine/core';
import { MODE_LABELS, NEVER_SHARED, SHARING_LABELS } from '../../../text/analysis/ai-text.ts';
import type { AiFieldsProps } from './ai-draft.ts';
import formStyles from '../../../parts/actions/form.module.css';
import styles from './ai.module.css';

export function SharingFields({ draft, isReadOnly, onChange }: AiFieldsProps) {
  return (
    <div className={formStyles.form}>
      <Radio.Group
        label="Shared data"
        description={NEVER_SHARED}
        value={draft.sharing}
        onChange={(sharing) => onChange({ sharing: sharing as typeof draft.sharing })}
      >
        <div className={styles.choices}>
          {Object.entries(SHARING_LABELS).map(([value, { name, text }]) => (
            <Radio key={value} value={value} label={name} description={text} disabled={isReadOnly} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        label="Mode"
        description="Findings that are known exploited, critical, likely exploited or malicious always need approval."
        value={draft.mode}
        onChange={(mode) => onChange({ mode: mode as typeof draft.mode })}
      >
        <div className={styles.choices}>
          {Object.entries(MODE_LABELS).map(([value, { name, text }]) => (
            <Radio key={value} value={value} label={name} description={text} disabled={isReadOnly} />
          ))}
        </div>
      </Radio.Group>
    </div>
  );
}
