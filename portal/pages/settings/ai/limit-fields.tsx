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
          label="CVSS guard"
          description="At or above this score (0 to 10), AI and heuristic rules only suggest."
          step={0.5}
        />
        <NumberField
          {...fields}
          name="guardEpss"
          label="EPSS guard"
          description="At or above this score (0 to 1), AI and heuristic rules only suggest."
          step={0.05}
        />
        <NumberField
          {...fields}
          name="minConfidence"
          label="Minimum confidence"
          description="0 to 1. Responses below it have no effect."
          step={0.05}
        />
        <NumberField
          {...fields}
          name="maxFindingsPerRun"
          label="Findings per run"
          description="The rest is assessed in the next run."
          isWhole
        />
        <NumberField
          {...fields}
          name="concurrency"
          label="Concurrent calls"
          description="Reduce it if the provider limits the request rate."
          isWhole
        />
        <NumberField
          {...fields}
          name="timeoutSeconds"
          label="Timeout in seconds"
          description="For each provider response."
        />
      </div>
      <Switch
        checked={draft.storeBodies}
        disabled={isReadOnly}
        onChange={(event) => onChange({ storeBodies: event.currentTarget.checked })}
        label="Store requests and responses"
        description="Kept for 30 days. Off: only hashes, counts, times and the final assessment are kept."
      />
    </div>
  );
}
