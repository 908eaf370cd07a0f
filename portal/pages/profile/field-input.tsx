/** Input for a profile field, by the type of its value. The first option is always "not stated". */
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Field } from '../../text/profile/profile-fields.ts';
import { describeChoice, labelMember, parseText, toText, UNKNOWN } from '../../text/profile/profile-values.ts';
import linkStyles from '../../parts/actions/link-button.module.css';
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
  switch (form.type) {
    case 'choice':
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
    case 'choices': {
      const chosen = Array.isArray(value) ? value.map(String) : [];
      return (
        <>
          {chosen.length === 0 && <p className={styles.muted}>{otherwise}</p>}
          <Choices
            label={label}
            values={form.values}
            chosen={chosen}
            isReadOnly={isReadOnly}
            onChange={(next) => onChange(next.length === 0 ? UNKNOWN : next)}
          />
        </>
      );
    }
    case 'objects':
      return <Objects members={form.members} {...props} />;
    case 'control':
      return <Control {...props} />;
    default:
      return <Text {...props} />;
  }
}

interface ChoicesProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: readonly string[];
  readonly isReadOnly: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** "None" excludes all others. */
export function Choices({ label, values, chosen, isReadOnly, onChange }: ChoicesProps) {
  const toggle = (each: string): void => {
    const rest = chosen.filter((one) => one !== each && one !== 'none' && each !== 'none');
    onChange(chosen.includes(each) ? rest : [...rest, each]);
  };
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{label}</legend>
      {values.map((each) => (
        <label key={each} className={styles.choice}>
          <input type="checkbox" disabled={isReadOnly} checked={chosen.includes(each)} onChange={() => toggle(each)} />
          {describeChoice(each)}
        </label>
      ))}
    </fieldset>
  );
}

type Row = Readonly<Record<string, unknown>>;

/** One row of inputs per entry. A row without content is not part of the value. */
function Objects({
  field: { label },
  members,
  value,
  otherwise,
  isReadOnly,
  onChange,
}: FieldInputProps & { readonly members: readonly string[] }) {
  const kept: readonly Row[] = Array.isArray(value) ? (value as readonly Row[]) : [];
  const [rows, setRows] = useState(kept);
  const [previous, setPrevious] = useState(kept);
  if (JSON.stringify(kept) !== JSON.stringify(previous)) {
    setPrevious(kept);
    if (JSON.stringify(kept) !== JSON.stringify(rows.filter(hasContent))) setRows(kept);
  }
  const set = (next: readonly Row[]): void => {
    setRows(next);
    const filled = next.filter(hasContent);
    onChange(filled.length === 0 ? UNKNOWN : filled);
  };
  return (
    <div className={styles.entries}>
      {rows.length === 0 && <p className={styles.muted}>{otherwise}</p>}
      {rows.map((row, i) => (
        // Rows have no identity of their own, and are only appended or removed.
        <div key={i} className={styles.entry}>
          {members.map((member) => (
            <TextInput
              key={member}
              size="xs"
              label={i === 0 ? labelMember(member) : undefined}
              aria-label={`${label} ${i + 1}: ${labelMember(member)}`}
              readOnly={isReadOnly}
              value={toInputText(row[member])}
              onChange={({ currentTarget }) => set(rows.with(i, withMember(row, member, currentTarget.value)))}
            />
          ))}
          {!isReadOnly && (
            <button
              type="button"
              className={linkStyles.link}
              aria-label={`Remove ${label} ${i + 1}`}
              onClick={() => set(rows.toSpliced(i, 1))}
            >
              Remove
            </button>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          size="compact-xs"
          variant="default"
          className={styles.add}
          aria-label={`Add: ${label}`}
          onClick={() => setRows([...rows, {}])}
        >
          Add
        </Button>
      )}
    </div>
  );
}

function hasContent(row: Row): boolean {
  return Object.keys(row).length > 0;
}

function toInputText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const WHOLE_NUMBER = /^\d{1,5}$/;

function withMember(row: Row, member: string, text: string): Row {
  const { [member]: _before, ...rest } = row;
  if (text === '') return rest;
  return { ...rest, [member]: member === 'port' && WHOLE_NUMBER.test(text) ? Number(text) : text };
}

const IN_PLACE = 'in-place';

/** None, or in place with its location and the date when it was last verified. */
function Control({ field: { label }, value, otherwise, isReadOnly, onChange }: FieldInputProps) {
  const details = typeof value === 'object' && value !== null ? (value as Row) : undefined;
  const stated = value === 'none' ? 'none' : '';
  const chosen = details === undefined ? stated : IN_PLACE;
  return (
    <div className={styles.entry}>
      <NativeSelect
        aria-label={label}
        disabled={isReadOnly}
        value={chosen}
        data={[
          { value: '', label: otherwise },
          { value: 'none', label: 'None' },
          { value: IN_PLACE, label: 'In place' },
        ]}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === IN_PLACE ? { scope: '' } : currentTarget.value || UNKNOWN)
        }
      />
      {details !== undefined && (
        <>
          <TextInput
            size="xs"
            aria-label={`${label}: Location`}
            placeholder="Location, for example all ingress"
            readOnly={isReadOnly}
            value={toInputText(details['scope'])}
            onChange={({ currentTarget }) => onChange({ ...details, scope: currentTarget.value })}
          />
          <TextInput
            size="xs"
            type="date"
            aria-label={`${label}: Last verified`}
            readOnly={isReadOnly}
            value={toInputText(details['verifiedAt'])}
            onChange={({ currentTarget }) => onChange(withMember(details, 'verifiedAt', currentTarget.value))}
          />
        </>
      )}
    </div>
  );
}

/** Edited as text and parsed on blur, so that a line can be finished first. */
function Text({ field: { form, label }, value, otherwise, isReadOnly, onChange }: FieldInputProps) {
  const kept = toText(value);
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
  if (form.type === 'text') return <TextInput {...common} onChange={set} />;
  return (
    <Textarea
      {...common}
      onChange={set}
      description={form.type === 'texts' ? 'One per line' : undefined}
      autosize
      minRows={form.type === 'long-text' ? 3 : 1}
      maxRows={10}
    />
  );
}
