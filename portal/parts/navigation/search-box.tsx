/** Search field. Its text goes into the URL when typing pauses, and is restored from there by the back button. */
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { SEARCH_CHARACTERS_MAX } from '../../search-params/list-view.ts';

const PAUSE_MS = 200;

interface SearchBoxProps {
  readonly q: string | undefined;
  readonly label: string;
  readonly placeholder: string;
}

export function SearchBox({ q = '', label, placeholder }: SearchBoxProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  const applied = useRef(q);
  useEffect(() => {
    // Accept only changes from elsewhere: the URL may lag behind what the user types.
    if (q !== applied.current) setText(q);
    applied.current = q;
  }, [q]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === applied.current) return;
    const timer = setTimeout(() => {
      applied.current = wanted;
      void navigate({
        to: '.',
        search: (view) => ({ ...view, q: wanted === '' ? undefined : wanted, offset: undefined }),
        replace: true,
        resetScroll: false,
      });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, navigate]);
  return (
    <TextInput
      type="search"
      size="sm"
      aria-label={label}
      placeholder={placeholder}
      maxLength={SEARCH_CHARACTERS_MAX}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
