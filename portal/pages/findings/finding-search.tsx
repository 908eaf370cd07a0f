/** Search above a list of findings, where words such as `kev:true` become filters. */
import { useRef } from 'react';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import { SearchBox, type FilterWords } from '../../parts/navigation/search-box.tsx';
import type { View } from '../../parts/navigation/view-link.tsx';
import { listChips } from '../../search-params/finding-filters.ts';
import type { FindingView } from '../../search-params/finding-view.ts';
import { addFilters, completeFilter, parseFilterText } from './parse-filters.ts';

export function FindingSearch({ view }: { readonly view: FindingView }) {
  const place = useRef<HTMLDivElement>(null);
  useShortcut({
    keys: 'f',
    label: 'Filter findings',
    group: 'Tables',
    run: () => place.current?.querySelector('input')?.focus(),
  });
  const lastName = useRef<string>(undefined);
  const last = listChips({ ...view, q: undefined }).at(-1);
  const words: FilterWords = {
    parse: (text, isFinished) => {
      // After a pause, `severity:critical` is a filter already when `,high` is typed.
      const given =
        text.startsWith(',') && lastName.current !== undefined ? `${lastName.current}:${text.slice(1)}` : text;
      const { filters, rest, pending } = parseFilterText(given, isFinished);
      lastName.current = Object.keys(filters).at(-1) ?? lastName.current;
      return { filters: addFilters(view, filters), rest, pending };
    },
    complete: completeFilter,
    withoutLast: last && ({ ...view, [last.name]: undefined } as View),
  };
  return (
    <div ref={place}>
      <SearchBox
        q={view.q}
        label="Search findings"
        placeholder="ID, title, component, or severity:critical"
        words={words}
      />
    </div>
  );
}
