/** Number field of the settings, edited as text. The description is below the label, the error below the field. */
import { NumberInput } from '@mantine/core';
import type { AiDraft, AiFieldsProps } from './ai-draft.ts';

type NumberName =
  | 'tokensPerDay'
  | 'currencyPerMonth'
  | 'priceIn'
  | 'priceOut'
  | 'minConfidence'
  | 'guardCvss'
  | 'guardEpss'
  | 'concurrency'
  | 'timeoutSeconds'
  | 'maxFindingsPerRun';

export interface NumberFieldProps extends AiFieldsProps {
  readonly name: NumberName & keyof AiDraft;
  readonly label: string;
  readonly description: string;
  readonly step?: number;
  readonly isWhole?: boolean;
}

/** Limits are checked by the API: an invalid number is rejected with a message, not changed while typing. */
export function NumberField(props: NumberFieldProps) {
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
