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
        description="OpenAI-compatible are also Ollama, vLLM, llama.cpp and most gateways."
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
            ? 'The paths of the protocol are added to it. This installation also allows http and private addresses.'
            : 'https; the paths of the protocol are added to it. For a model on a private address the operator sets ASSAY_AI_ALLOW_PRIVATE=true.'
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
        description="As the provider calls it."
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
            'None is stored. It is encrypted at rest and never shown again.'
          ) : (
            <>
              One that ends in <code>{apiKey.lastFour}</code> is stored, set <Age instant={apiKey.setAt} />. Leave it
              empty to keep it.
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
          label="Remove the stored key"
          checked={draft.removesKey}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onChange({ removesKey: currentTarget.checked })}
        />
      )}
      <TextInput
        label="Header of the key"
        error={errors.apiKeyHeader}
        description="Only for gateways that want it in a header of their own."
        placeholder={draft.provider === 'anthropic' ? 'x-api-key' : 'authorization'}
        value={draft.apiKeyHeader}
        readOnly={isReadOnly}
        onChange={({ currentTarget }) => onChange({ apiKeyHeader: currentTarget.value })}
        autoComplete="off"
      />
    </div>
  );
}
