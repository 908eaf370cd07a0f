/** Fields for the model, its URL, and the key. */
import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { Age } from '../../../parts/values/age.tsx';
import { PROVIDER_LABELS } from '../../../text/analysis/ai-text.ts';
import type { AiFieldsProps } from './ai-draft.ts';
import formStyles from '../../../parts/actions/form.module.css';

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
