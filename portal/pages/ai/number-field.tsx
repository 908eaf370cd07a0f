/** A number of the settings, as it is typed. What it means stands below its name, what is wrong with it below the field. */
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

/** The limits are the API's: a number that it does not take is refused with a sentence, not changed under the hand. */
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
