/** Fields of the AI settings: provider, shared data, budget, and limits. */
import { Checkbox, NativeSelect, PasswordInput, TextInput, Radio, Switch, NumberInput } from '@mantine/core';
import { Age } from '../../../parts/values/age.tsx';
import {
  PROVIDER_LABELS,
  MODE_LABELS,
  NEVER_SHARED,
  REASONING_LABELS,
  SHARING_LABELS,
} from '../../../text/analysis/ai-text.ts';
import type { AiFieldsProps, AiDraft } from './ai-draft.ts';
import formStyles from '../../../parts/actions/form.module.css';
import styles from './ai.module.css';

/** The model, its URL, and the key. */
export function ProviderFields({ draft, settings, isReadOnly, errors, onChange }: AiFieldsProps) {
  const { apiKey, allowsPrivate } = settings;
  return (
    <div className={formStyles.form}>
      <NativeSelect
        label="Protocol"
        description="OpenAI-compatible includes Ollama, vLLM, llama.cpp and most gateways."
        value={draft.provider}
        disabled={isReadOnly}
        data={Object.entries(PROVIDER_LABELS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ provider: value === 'anthropic' ? 'anthropic' : 'openai-compatible' })
        }
      />
      <TextInput
        label="Base URL"
        error={errors.baseUrl}
        description={
          allowsPrivate
            ? 'Assay appends the API paths. This installation also allows http and private addresses.'
            : 'Use https. Assay appends the API paths. For private addresses, the operator sets ASSAY_AI_ALLOW_PRIVATE=true.'
        }
        placeholder={draft.provider === 'anthropic' ? 'https://api.anthropic.com' : 'https://api.example.com/v1'}
        value={draft.baseUrl}
        readOnly={isReadOnly}
        onChange={({ currentTarget }) => onChange({ baseUrl: currentTarget.value })}
        inputMode="url"
        autoComplete="off"
      />
      <TextInput
        label="Model"
        error={errors.model}
        description="Model name used by the provider."
        value={draft.model}
        readOnly={isReadOnly}
        onChange={({ currentTarget }) => onChange({ model: currentTarget.value })}
        autoComplete="off"
      />
      <PasswordInput
        label="Key"
        error={errors.apiKey}
        description={
          apiKey === null ? (
            'No key stored. Keys are encrypted at rest and never shown again.'
          ) : (
            <>
              Stored key ends in <code>{apiKey.lastFour}</code>, set <Age instant={apiKey.setAt} />. Leave empty to keep
              it.
            </>
          )
        }
        value={draft.apiKey}
        readOnly={isReadOnly}
        onChange={({ currentTarget }) => onChange({ apiKey: currentTarget.value, removesKey: false })}
        autoComplete="off"
      />
      {apiKey !== null && draft.apiKey === '' && (
        <Checkbox
          label="Remove stored key"
          checked={draft.removesKey}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onChange({ removesKey: currentTarget.checked })}
        />
      )}
      <TextInput
        label="Key header"
        error={errors.apiKeyHeader}
        description="Only for gateways that require a custom header."
        placeholder={draft.provider === 'anthropic' ? 'x-api-key' : 'authorization'}
        value={draft.apiKeyHeader}
        readOnly={isReadOnly}
        onChange={({ currentTarget }) => onChange({ apiKeyHeader: currentTarget.value })}
        autoComplete="off"
      />
    </div>
  );
}

/** Fields for the data that leaves Assay and the effects that responses may have, each with an explanation. */
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

/** Budget fields. The cost is reserved before each call, so that limits hold with any number of concurrent calls. */
export function BudgetFields(fields: AiFieldsProps) {
  return (
    <div className={formStyles.pair}>
      <NumberField
        {...fields}
        name="tokensPerDay"
        label="Tokens per day"
        description="Leave empty for no limit."
        isWhole
      />
      <NumberField {...fields} name="currencyPerMonth" label="Cost per month" description="Leave empty for no limit." />
      <NumberField
        {...fields}
        name="priceIn"
        label="Input token price"
        description="Per million tokens, in the budget currency."
      />
      <NumberField
        {...fields}
        name="priceOut"
        label="Output token price"
        description="Per million tokens, in the budget currency."
      />
    </div>
  );
}

/** Advanced fields: when the model may only suggest, and limits on the load of the provider. */
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
          description="For each response. Longer for models that were measured to be slower."
        />
        <NumberField
          {...fields}
          name="outputTokensMax"
          label="Output tokens"
          description="Maximum per response, including reasoning. Leave empty for the default."
          isWhole
        />
        <NativeSelect
          label="Reasoning effort"
          description="More finds more, takes longer and costs more. Ignored if the model does not support it."
          value={draft.reasoningEffort}
          disabled={isReadOnly}
          data={Object.entries(REASONING_LABELS).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) =>
            onChange({ reasoningEffort: currentTarget.value as typeof draft.reasoningEffort })
          }
        />
      </div>
      <Switch
        checked={draft.storeBodies}
        disabled={isReadOnly}
        onChange={(event) => onChange({ storeBodies: event.currentTarget.checked })}
        label="Store requests and responses"
        description="Kept for 30 days and shown with each call below. Off: only hashes, counts, times and the final assessment are kept."
      />
    </div>
  );
}

type NumberName =
  | 'tokensPerDay'
  | 'currencyPerMonth'
  | 'priceIn'
  | 'priceOut'
  | 'guardCvss'
  | 'guardEpss'
  | 'concurrency'
  | 'timeoutSeconds'
  | 'outputTokensMax'
  | 'maxFindingsPerRun';

interface NumberFieldProps extends AiFieldsProps {
  readonly name: NumberName & keyof AiDraft;
  readonly label: string;
  readonly description: string;
  readonly step?: number;
  readonly isWhole?: boolean;
}

/** Edited as text. Limits are checked by the API: an invalid number is rejected with a message, not changed while typing. */
function NumberField(props: NumberFieldProps) {
  const { name, label, description, draft, errors, isReadOnly, onChange, step = 1, isWhole = false } = props;
  return (
    <NumberInput
      label={label}
      description={description}
      error={errors[name]}
      min={0}
      step={step}
      clampBehavior="none"
      allowNegative={false}
      allowDecimal={!isWhole}
      thousandSeparator=","
      readOnly={isReadOnly}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: String(value) })}
    />
  );
}
