/** Advanced fields: when the model may only suggest, and limits on the load of the provider. */
import { Switch } from '@mantine/core';
import type { AiFieldsProps } from './ai-draft.ts';
import { NumberField } from './number-field.tsx';
import formStyles from '../../../parts/actions/form.module.css';

export function LimitFields(fields: AiFieldsProps) {
  const { draft, isReadOnly, onChange } = fields;
  return (
    <div className={formStyles.form}>
      <div className={formStyles.pair}>
        <NumberField
          {...fields}
          name="guardCvss"
          label="Suggest only from CVSS"
          description="From this score on, 0 to 10, a model only suggests, and so does a rule that guesses."
          step={0.5}
        />
        <NumberField
          {...fields}
          name="guardEpss"
          label="Suggest only from EPSS"
          description="From this chance of exploitation on, 0 to 1, the same holds."
          step={0.05}
        />
        <NumberField
          {...fields}
          name="minConfidence"
          label="Least confidence"
          description="0 to 1. Below it an answer changes nothing. It is a filter, never a proof."
          step={0.05}
        />
        <NumberField
          {...fields}
          name="maxFindingsPerRun"
          label="Findings in one run"
          description="What is left is read in the next one."
          isWhole
        />
        <NumberField
          {...fields}
          name="concurrency"
          label="Calls at once"
          description="Fewer, where the provider limits how often it is asked."
          isWhole
        />
        <NumberField
          {...fields}
          name="timeoutSeconds"
          label="Seconds to wait"
          description="For one answer of the provider."
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
