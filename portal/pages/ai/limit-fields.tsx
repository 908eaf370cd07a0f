/** From where on a model may only suggest, and how hard its provider is worked. Few people ever change these. */
import { NumberInput, Switch } from '@mantine/core';
import type { AiFieldsProps } from './ai-draft.ts';
import styles from '../settings/settings.module.css';
import aiStyles from './ai.module.css';

export function LimitFields({ draft, isReadOnly, onChange }: AiFieldsProps) {
  return (
    <div className={styles.form}>
      <div className={`${styles.pair} ${aiStyles.inputs}`}>
        <NumberInput
          label="Least confidence"
          description="Below it an answer changes nothing. It is a filter, never a proof."
          min={0}
          max={1}
          step={0.05}
          disabled={isReadOnly}
          value={draft.minConfidence}
          onChange={(value) => onChange({ minConfidence: Number(value) })}
        />
        <NumberInput
          label="Suggest only from CVSS"
          min={0}
          max={10}
          step={0.5}
          disabled={isReadOnly}
          value={draft.guardCvss}
          onChange={(value) => onChange({ guardCvss: Number(value) })}
        />
        <NumberInput
          label="Suggest only from EPSS"
          min={0}
          max={1}
          step={0.05}
          disabled={isReadOnly}
          value={draft.guardEpss}
          onChange={(value) => onChange({ guardEpss: Number(value) })}
        />
      </div>
      <div className={`${styles.pair} ${aiStyles.inputs}`}>
        <NumberInput
          label="Calls at once"
          min={1}
          disabled={isReadOnly}
          value={draft.concurrency}
          onChange={(value) => onChange({ concurrency: Number(value) })}
        />
        <NumberInput
          label="Seconds to wait for an answer"
          min={1}
          disabled={isReadOnly}
          value={draft.timeoutSeconds}
          onChange={(value) => onChange({ timeoutSeconds: Number(value) })}
        />
        <NumberInput
          label="Findings in one run"
          min={1}
          disabled={isReadOnly}
          value={draft.maxFindingsPerRun}
          onChange={(value) => onChange({ maxFindingsPerRun: Number(value) })}
        />
      </div>
      <Switch
        checked={draft.storeBodies}
        disabled={isReadOnly}
        onChange={(event) => onChange({ storeBodies: event.currentTarget.checked })}
        label="Keep what was sent and answered for 30 days"
        description="Off: only hashes, counts, times and the answer that counts are kept."
      />
    </div>
  );
}
