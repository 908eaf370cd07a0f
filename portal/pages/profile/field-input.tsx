/** Input for a profile field, by the type of its value. The first option is always "not stated". */
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Field } from '../../text/profile/profile-fields.ts';
import { describeChoice, parseText, toText, UNKNOWN } from '../../text/profile/profile-values.ts';
import styles from './profile.module.css';

interface FieldInputProps {
  readonly field: Field;
  /** The stated value; undefined if there is none. */
  readonly value: unknown;
  /** Text for the value that applies if none is stated. */
  readonly otherwise: string;
  readonly isReadOnly: boolean;
  readonly onChange: (value: unknown) => void;
}

export function FieldInput(props: FieldInputProps) {
  const { field, value, otherwise, isReadOnly, onChange } = props;
  const { form, label } = field;
  if (form.type === 'choice') {
    return (
      <NativeSelect
        aria-label={label}
        disabled={isReadOnly}
        value={typeof value === 'string' ? value : ''}
        data={[
          { value: '', label: otherwise },
          ...form.values.map((each) => ({ value: each, label: describeChoice(each) })),
        ]}
        onChange={(event) => onChange(event.currentTarget.value || UNKNOWN)}
      />
    );
  }
  if (form.type === 'choices') return <Choices values={form.values} {...props} />;
  return <Text {...props} />;
}

/** "None" excludes all others; no selection means not stated. */
function Choices({
  field,
  values,
  value,
  otherwise,
  isReadOnly,
  onChange,
}: FieldInputProps & { readonly values: readonly string[] }) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const toggle = (each: string): void => {
    const rest = chosen.filter((one) => one !== each && one !== 'none' && each !== 'none');
    const next = chosen.includes(each) ? rest : [...rest, each];
    onChange(next.length === 0 ? UNKNOWN : next);
  };
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{field.label}</legend>
      {chosen.length === 0 && <p className={styles.muted}>{otherwise}</p>}
      {values.map((each) => (
        <label key={each} className={styles.choice}>
          <input type="checkbox" disabled={isReadOnly} checked={chosen.includes(each)} onChange={() => toggle(each)} />
          {describeChoice(each)}
        </label>
      ))}
    </fieldset>
  );
}

const HINTS = {
  control: 'none, or location | date last verified',
  texts: 'One per line',
} as const;

/** Edited as text and parsed on blur, so that a line can be finished first. */
function Text({ field: { form, label }, value, otherwise, isReadOnly, onChange }: FieldInputProps) {
  const kept = toText(form, value);
  const [text, setText] = useState(kept);
  const [previous, setPrevious] = useState(kept);
  if (kept !== previous) {
    setPrevious(kept);
    setText(kept);
  }
  const common = {
    'aria-label': label,
    placeholder: otherwise,
    readOnly: isReadOnly,
    value: text,
    onBlur: () => {
      if (text !== kept) onChange(parseText(form, text));
    },
  };
  const set = (event: { readonly currentTarget: { readonly value: string } }): void =>
    setText(event.currentTarget.value);
  if (form.type === 'text' || form.type === 'control')
    return <TextInput {...common} onChange={set} description={form.type === 'control' ? HINTS.control : undefined} />;
  const hint = form.type === 'objects' ? `${form.members.join(' | ')}, one per line` : undefined;
  return (
    <Textarea
      {...common}
      onChange={set}
      description={form.type === 'texts' ? HINTS.texts : hint}
      autosize
      minRows={form.type === 'long-text' ? 3 : 1}
      maxRows={10}
    />
  );
}
