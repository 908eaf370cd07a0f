/** Selects the two versions, swaps them, and copies the result as release notes. */
import { NativeSelect } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { WireVersion } from '../../../src/api/contract/services/version.ts';
import { CopyButton } from '../../parts/actions/copy-button.tsx';
import { releaseNotes, type ComparedPair } from './compare-queries.ts';
import { cutMiddle, toVisibleText } from '../../text/untrusted/visible-text.ts';
import styles from './compare.module.css';

export interface CompareToolsProps {
  readonly service: string;
  readonly pair: ComparedPair;
  /** The newest ones. */
  readonly versions: readonly WireVersion[];
  readonly isHeadFixed: boolean;
}

export function CompareTools({ service, pair, versions, isHeadFixed }: CompareToolsProps) {
  const { base, head } = pair;
  const navigate = useNavigate();
  const choose = (change: Partial<ComparedPair>): void =>
    void navigate({ to: '.', search: (view) => ({ ...view, ...change, cause: undefined }), resetScroll: false });
  return (
    <div className={styles.tools}>
      <NativeSelect
        size="sm"
        label="From"
        value={base ?? ''}
        data={[
          ...(base === undefined ? [{ value: '', label: 'Choose a version' }] : []),
          ...toOptions(versions, base).filter(({ value }) => value !== head),
        ]}
        onChange={(event) => choose({ base: event.currentTarget.value || undefined })}
      />
      {!isHeadFixed && (
        <NativeSelect
          size="sm"
          label="To"
          value={head}
          data={toOptions(versions, head).filter(({ value }) => value !== base)}
          onChange={(event) => choose({ base, head: event.currentTarget.value })}
        />
      )}
      <div className={styles.actions}>
        {base !== undefined && (
          <Link
            to="/services/$service/compare"
            params={{ service }}
            search={{ base: head, head: base }}
            className={styles.action}
          >
            <IconArrowsExchange size={16} stroke={1.7} aria-hidden /> Swap
          </Link>
        )}
        {base !== undefined && <CopyNotes service={service} pair={pair} />}
      </div>
    </div>
  );
}

/** Browsers allow writing to the clipboard only right after a click, so the text is loaded beforehand. */
function CopyNotes({ service, pair }: { readonly service: string; readonly pair: ComparedPair }) {
  const notes = useQuery(releaseNotes(service, pair)).data;
  if (notes === undefined) return null;
  return (
    <span className={styles.copy}>
      <CopyButton text={notes} label="Copy as Markdown">
        Copy as Markdown
      </CopyButton>
    </span>
  );
}

/** Includes a chosen version that is older than the list or was given by an alias. */
function toOptions(versions: readonly WireVersion[], chosen: string | undefined): { value: string; label: string }[] {
  const names = versions.map(({ name }) => name);
  const all = chosen === undefined || names.includes(chosen) ? names : [chosen, ...names];
  return all.map((name) => ({ value: name, label: cutMiddle(toVisibleText(name), 48) }));
}
