/** Search in the header: finds services, versions, vulnerabilities, components and settings while the user types. */
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { UntrustedText } from '../parts/values/untrusted-text.tsx';
import { PathLink } from '../parts/navigation/path-link.tsx';
import { SEARCH_CHARACTERS_MAX } from '../search-params/list-view.ts';
import { toHitGroups } from './search-hits.ts';
import styles from './search-everything.module.css';
import type { WireSearch } from '../../src/api/contract/findings/search.ts';
import { getOne } from '../api/api-client.ts';

const PAUSE_MS = 200;

export function SearchEverything() {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  /** The text for which Enter was pressed; its hits may still be loading. */
  const [entered, setEntered] = useState<string>();
  const query = usePaused(text.trim());
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: 'Search', group: 'Global', run: () => input.current?.focus() });

  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && box.current?.contains(relatedTarget))) setIsOpen(false);
  };
  return (
    // Handles keys of the field and of the hits; the element itself never has the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <search ref={box} className={styles.search} onBlur={onBlur} onKeyDown={(event) => moveOrClose(event, setIsOpen)}>
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label="Search everything"
        placeholder="Search"
        aria-keyshortcuts="/"
        autoComplete="off"
        maxLength={SEARCH_CHARACTERS_MAX}
        value={text}
        onFocus={() => setIsOpen(true)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setEntered(undefined);
          setIsOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          setEntered(text.trim());
          setIsOpen(true);
        }}
      />
      {isOpen && query !== '' && (
        <Hits
          q={query}
          isEntered={entered === query}
          onChoose={() => {
            setEntered(undefined);
            setIsOpen(false);
          }}
        />
      )}
    </search>
  );
}

interface HitsProps {
  readonly q: string;
  /** Opens the first hit as soon as it is known. */
  readonly isEntered: boolean;
  readonly onChoose: () => void;
}

function Hits({ q, isEntered, onChoose }: HitsProps) {
  const list = useRef<HTMLDivElement>(null);
  const { data, error, isPlaceholderData } = useQuery(searchEverything(q));
  const isKnown = data !== undefined && !isPlaceholderData;
  useEffect(() => {
    if (isEntered && isKnown) list.current?.querySelector('a')?.click();
  }, [isEntered, isKnown]);
  if (error !== null) return <div className={styles.hits}>{error.message}</div>;
  if (data === undefined) return null;
  const { groups, note } = toHitGroups(data, q);
  return (
    <div ref={list} className={styles.hits}>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {groups.map(({ title, hits }) => (
        <section key={title} aria-label={title}>
          <h2 className={styles.title}>{title}</h2>
          <ul>
            {hits.map(({ path, name, more }) => (
              <li key={path}>
                <PathLink path={path} className={styles.hit} onClick={onChoose}>
                  <UntrustedText text={name} charactersMax={64} />
                  {more !== undefined && (
                    <span className={styles.more}>
                      <UntrustedText text={more} charactersMax={72} />
                    </span>
                  )}
                </PathLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Arrow keys move through the field and the hits; Escape closes the list and returns to the field. */
function moveOrClose(event: KeyboardEvent<HTMLElement>, setIsOpen: (isOpen: boolean) => void): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Escape') {
    setIsOpen(false);
    stops[0]?.focus();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const next = step === undefined ? undefined : stops[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

// Search over all kinds of resources. A newer query cancels the previous one.
function searchEverything(q: string) {
  return queryOptions({
    queryKey: ['search', q],
    queryFn: async ({ signal }) => await getOne<WireSearch>('/search', signal, { q }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}
