/**
 * Search above the findings. Text is searched when typing pauses; after Enter or a space, words such as `kev:true` become
 * filters.
 */
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import { parseFilterText } from './parse-filters.ts';
import { SEARCH_CHARACTERS_MAX } from '../../search-params/list-view.ts';

const PAUSE_MS = 200;

export function FindingSearch({ q = '' }: { readonly q: string | undefined }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  const applied = useRef(q);
  useShortcut({ keys: 'f', label: 'Filter findings', group: 'Tables', run: () => input.current?.focus() });
  useEffect(() => {
    // Accept only changes from elsewhere: the URL may lag behind what the user types.
    if (q !== applied.current) setText(q);
    applied.current = q;
  }, [q]);
  const apply = (typed: string, isComplete: boolean): void => {
    const { filters, rest } = isComplete ? parseFilterText(typed) : { filters: {}, rest: typed.trim() };
    if (rest !== typed.trim()) setText(rest);
    applied.current = rest;
    void navigate({
      to: '.',
      search: (view) => ({ ...view, ...filters, q: rest === '' ? undefined : rest, offset: undefined }),
      replace: Object.keys(filters).length === 0,
      resetScroll: false,
    });
  };
  const newest = useRef(apply);
  useEffect(() => {
    newest.current = apply;
  });
  useEffect(() => {
    if (text.trim() === applied.current && !text.endsWith(' ')) return undefined;
    const timer = setTimeout(() => newest.current(text, text.endsWith(' ')), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextInput
      ref={input}
      type="search"
      size="sm"
      aria-label="Search findings"
      placeholder="ID, title, component, or kev:true severity:critical"
      aria-keyshortcuts="f"
      maxLength={SEARCH_CHARACTERS_MAX}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text, true);
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
