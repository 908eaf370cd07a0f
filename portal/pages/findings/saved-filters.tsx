/** Named filters, stored on the server for the user: each is a link, and the current filters can be saved under a new name. */
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Disclosure } from '../../parts/dialogs/disclosure.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { changeMe, me } from '../../queries/account/me.ts';
import { useMe } from '../../session/session.ts';
import { hasFilters, type FindingView } from '../../search-params/finding-view.ts';
import { parseSavedFilter, toSavedQuery, withSavedFilter, type SavedFilter } from './parse-filters.ts';
import { toVisibleText } from '../../text/untrusted/visible-text.ts';
import styles from './finding-filters.module.css';

const NAME_CHARACTERS_MAX = 100;
const SAVED_MAX = 50;

export function SavedFilters({ view }: { readonly view: FindingView }) {
  const person = useMe();
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (savedFilters: readonly SavedFilter[]) => await changeMe({ savedFilters: [...savedFilters] }),
    onSuccess: (changed) => queryClient.setQueryData(me().queryKey, changed),
  });
  if (person?.person === null || person === undefined) return null;
  const saved = person.savedFilters;
  return (
    <Disclosure label="Saved" name="Saved filters" align="end">
      <ul className={styles.saved} aria-label="Saved filters">
        {saved.map(({ name, query }) => (
          <li key={name}>
            <ViewLink view={{ ...parseSavedFilter(query) }}>
              <UntrustedText text={name} charactersMax={48} />
            </ViewLink>
            <button
              type="button"
              aria-label={`Delete saved filter ${toVisibleText(name)}`}
              disabled={isPending}
              onClick={() => mutate(saved.filter((each) => each.name !== name))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      {saved.length === 0 && <p className={styles.note}>No saved filters. Set filters, then save them here.</p>}
      {hasFilters(view) && saved.length < SAVED_MAX && (
        <NameForm
          isPending={isPending}
          onSave={(name) => mutate(withSavedFilter(saved, { name, query: toSavedQuery(view) }))}
        />
      )}
      {error !== null && <Problem error={error} />}
    </Disclosure>
  );
}

/** An existing name gets the new filters. */
function NameForm({ isPending, onSave }: { readonly isPending: boolean; readonly onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  };
  return (
    <form onSubmit={save} className={styles.saveForm}>
      <TextInput
        size="xs"
        label="Filter name"
        maxLength={NAME_CHARACTERS_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={isPending}>
        Save
      </Button>
    </form>
  );
}
