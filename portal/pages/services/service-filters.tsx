/** Filters for services besides the name. Each is stored in the URL. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ANALYSIS_STATUSES } from '../../../src/core/vocabulary/analysis.ts';
import { SEVERITIES } from '../../../src/core/vocabulary/severity.ts';
import { QUIET_DAYS, type ServiceFilters, type ServicesView } from '../../search-params/page-views.ts';
import { ANALYSIS_STATUS_LABELS } from '../../text/analysis/analysis-text.ts';
import { SEVERITY_LABELS } from '../../text/severities.ts';
import styles from './services.module.css';

const PAUSE_MS = 300;

export function ServiceFilterBar({ view }: { readonly view: ServicesView }) {
  const navigate = useNavigate();
  const choose = (change: ServiceFilters): void =>
    void navigate({
      to: '.',
      search: (current) => ({ ...current, ...change, offset: undefined }),
      resetScroll: false,
    });
  const { state = '', severity = '', inactiveDays } = view;
  return (
    <div className={styles.bar}>
      <NativeSelect
        size="xs"
        label="State"
        value={state}
        data={withGiven(state, [
          { value: '', label: 'Any' },
          ...ANALYSIS_STATUSES.map((each) => ({ value: each, label: ANALYSIS_STATUS_LABELS[each] })),
        ])}
        onChange={(event) => choose({ state: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        size="xs"
        label="Severity"
        value={severity}
        data={withGiven(severity, [
          { value: '', label: 'Any' },
          { value: 'critical,high', label: 'Critical or high' },
          ...SEVERITIES.map((each) => ({ value: each, label: SEVERITY_LABELS[each] })),
        ])}
        onChange={(event) => choose({ severity: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        size="xs"
        label="Not updated for"
        value={inactiveDays === undefined ? '' : String(inactiveDays)}
        data={withGiven(inactiveDays === undefined ? '' : String(inactiveDays), [
          { value: '', label: 'Any' },
          ...QUIET_DAYS.map((days) => ({ value: String(days), label: `${days} days` })),
        ])}
        onChange={(event) => choose({ inactiveDays: Number(event.currentTarget.value) || undefined })}
      />
      <TagInput tag={view.tag} onChange={(tag) => choose({ tag })} />
    </div>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The URL may hold a value that the list does not offer. */
function withGiven(value: string, options: readonly Option[]): Option[] {
  const isOffered = options.some((option) => option.value === value);
  return isOffered ? [...options] : [...options, { value, label: value.replaceAll(',', ', ') }];
}

interface TagInputProps {
  readonly tag: string | undefined;
  readonly onChange: (tag: string | undefined) => void;
}

/** Matches a whole tag, so the request is sent when typing pauses. */
function TagInput({ tag = '', onChange }: TagInputProps) {
  const [text, setText] = useState(tag);
  const [applied, setApplied] = useState(tag);
  if (tag !== applied) {
    setApplied(tag);
    setText(tag);
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === applied) return undefined;
    const timer = setTimeout(() => {
      setApplied(wanted);
      onChange(wanted === '' ? undefined : wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, applied, onChange]);
  return (
    <TextInput
      size="xs"
      label="Tag"
      placeholder="Any"
      maxLength={128}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
