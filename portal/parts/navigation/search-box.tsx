/**
 * Search field. Its text goes into the URL when typing pauses, and is restored from there by the back button. With filters, words
 * such as `severity:critical` become filters while they are typed, and their names and values are completed.
 */
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { SEARCH_CHARACTERS_MAX } from '../../search-params/list-view.ts';
import styles from './search-box.module.css';
import type { View } from './view-link.tsx';

const PAUSE_MS = 200;

export interface Completion {
  /** The last word is replaced by it. */
  readonly word: string;
  readonly hint: string;
}

interface ParsedText {
  /** Parameters of the URL. */
  readonly filters: View;
  readonly rest: string;
  /** The last word while it may become a filter; not searched. */
  readonly pending: string;
}

export interface FilterWords {
  /** `isFinished` unless the last word is still typed. */
  readonly parse: (text: string, isFinished: boolean) => ParsedText;
  readonly complete: (text: string) => readonly Completion[];
  /** The parameters without the last filter; undefined if there is none. */
  readonly withoutLast: View | undefined;
}

interface SearchBoxProps {
  readonly q: string | undefined;
  readonly label: string;
  readonly placeholder: string;
  readonly words?: FilterWords;
}

export function SearchBox({ q = '', label, placeholder, words = PLAIN }: SearchBoxProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  const [active, setActive] = useState<number>();
  const [isClosed, setClosed] = useState(true);
  const listId = useId();
  const applied = useRef(q);
  // Text that is not typed any more: applied as a whole, or restored. Undefined while the user types.
  const settled = useRef<string | undefined>(q);
  // While the same text is typed, it is one step of the browser history.
  const isTyping = useRef(false);
  useEffect(() => {
    // Accept only changes from elsewhere: the URL may lag behind what the user types.
    if (q !== applied.current) {
      setText(q);
      settled.current = q;
      isTyping.current = false;
    }
    applied.current = q;
  }, [q]);
  const apply = (typed: string, isFinished: boolean): void => {
    const { filters, rest, pending } = words.parse(typed, isFinished);
    const isFiltered = Object.keys(filters).length > 0;
    const left = isFiltered ? [rest, pending].filter((each) => each !== '').join(' ') : typed;
    if (isFinished || isFiltered) settled.current = left;
    if (isFiltered) setText(left);
    if (!isFiltered && rest === applied.current) return;
    applied.current = rest;
    void navigate({
      to: '.',
      search: (view) => ({ ...view, ...filters, q: rest === '' ? undefined : rest, offset: undefined }),
      replace: isTyping.current && !isFiltered,
      resetScroll: false,
    });
    isTyping.current = !isFiltered;
  };
  const newest = useRef(apply);
  useEffect(() => {
    newest.current = apply;
  });
  useEffect(() => {
    if (text === settled.current) return undefined;
    settled.current = undefined;
    const timer = setTimeout(() => newest.current(text, false), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const completions = isClosed ? [] : words.complete(text);
  const take = ({ word }: Completion): void => {
    const before = text.slice(0, text.lastIndexOf(' ') + 1);
    setActive(undefined);
    setText(before + word);
    if (!word.endsWith(':')) apply(before + word, true);
  };
  const finish = (isFinished: boolean): void => {
    setClosed(true);
    setActive(undefined);
    if (isFinished) apply(text, true);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = completions[active ?? (event.key === 'Tab' ? 0 : -1)];
    if (step !== undefined && completions.length > 0) {
      event.preventDefault();
      setActive(((active ?? (step > 0 ? -1 : completions.length)) + step + completions.length) % completions.length);
    } else if (chosen !== undefined && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Enter') finish(true);
    else if (event.key === 'Escape' && completions.length > 0) {
      event.preventDefault();
      finish(false);
    } else if (event.key === 'Escape') event.currentTarget.blur();
    else if (event.key === 'Backspace' && text === '' && words.withoutLast !== undefined)
      void navigate({ to: '.', search: { ...words.withoutLast, offset: undefined }, resetScroll: false });
  };
  const list =
    words === PLAIN
      ? {}
      : {
          type: 'text' as const,
          role: 'combobox',
          'aria-autocomplete': 'list' as const,
          'aria-expanded': completions.length > 0,
          'aria-controls': listId,
          'aria-activedescendant': active === undefined ? undefined : `${listId}-${active}`,
        };
  return (
    <div className={styles.box}>
      <TextInput
        type="search"
        size="sm"
        aria-label={label}
        placeholder={placeholder}
        maxLength={SEARCH_CHARACTERS_MAX}
        autoComplete="off"
        {...list}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setClosed(false);
          setActive(undefined);
        }}
        onKeyDown={press}
        onBlur={() => finish(words !== PLAIN)}
      />
      {words !== PLAIN && (
        // The listbox exists while it is empty, because the field refers to it.
        <ul
          id={listId}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
          role="listbox"
          aria-label={`${label}: filters`}
          className={styles.list}
          hidden={completions.length === 0}
        >
          {completions.map((completion, index) => (
            // The field keeps the focus and handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={completion.word}
              id={`${listId}-${index}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
              role="option"
              aria-selected={index === active}
              // The field must not lose the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(completion)}
            >
              <span>{completion.word}</span>
              <span className={styles.hint}>{completion.hint}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Only text. */
const PLAIN: FilterWords = {
  parse: (text) => ({ filters: {}, rest: text.trim(), pending: '' }),
  complete: () => [],
  withoutLast: undefined,
};
