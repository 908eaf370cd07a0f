/** The items of the inbox. The focus is on the link of one item, which the keys move and act on. */
import { useEffect, useRef, useState } from 'react';
import type { WireInboxFinding } from '../../../src/api/contract/findings/inbox.ts';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { VersionLink } from '../../parts/navigation/service-links.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { countOf } from '../../text/format/counts.ts';
import { describeFix } from '../../text/findings/finding-text.ts';
import decisionStyles from '../decision/decision.module.css';
import { describePart, type InboxItem } from './inbox-view.ts';
import styles from './inbox.module.css';

interface InboxListProps {
  readonly items: readonly InboxItem[];
  /** A dialog is open: the focus belongs to it. */
  readonly isPaused: boolean;
  readonly onOpen: (id: string) => void;
  readonly onHandle: (finding: WireInboxFinding) => void;
  /** Undefined without permission. */
  readonly onDecide: ((finding: WireInboxFinding) => void) | undefined;
}

export function InboxList({ items, isPaused, onOpen, onHandle, onDecide }: InboxListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const at = Math.min(active, items.length - 1);
  const [wanted, setWanted] = useState(0);
  const done = useRef(0);
  // Also when the focused element is gone: a handled item, or the one that opened a dialog.
  useEffect(() => {
    if (isPaused || wanted === 0) return;
    const isLost = document.activeElement === document.body;
    if (wanted !== done.current || isLost) list.current?.querySelector<HTMLElement>(`[data-item="${at}"] a`)?.focus();
    done.current = wanted;
  }, [wanted, at, items.length, isPaused]);
  const findFocused = (): number | undefined => {
    const item = document.activeElement?.closest<HTMLElement>('[data-item]');
    return item && list.current?.contains(item) === true ? Number(item.dataset['item']) : undefined;
  };
  const go = (by: number): void => {
    const from = findFocused();
    setActive(from === undefined ? Math.max(0, at) : Math.min(Math.max(0, from + by), items.length - 1));
    setWanted((count) => count + 1);
  };
  const act = (run: ((finding: WireInboxFinding) => void) | undefined, index = findFocused() ?? at): void => {
    const item = items[index];
    if (item === undefined) return;
    setActive(index);
    run?.(item.finding);
    setWanted((count) => count + 1);
  };
  useShortcut({ keys: 'j', label: 'Next finding', group: 'Inbox', run: () => go(1) });
  useShortcut({ keys: 'k', label: 'Previous finding', group: 'Inbox', run: () => go(-1) });
  useShortcut({ keys: 'e', label: 'Mark as handled', group: 'Inbox', run: () => act(onHandle) });
  useShortcut({ keys: 'i', label: 'Not affected', group: 'Inbox', run: () => act(onDecide) });
  useShortcut({ keys: 'o', label: 'Open finding', group: 'Inbox', run: () => act(({ id }) => onOpen(id)) });
  if (items.length === 0) return null;
  return (
    <ul ref={list} className={styles.items} aria-label="Findings">
      {items.map((item, index) => (
        <li key={item.finding.fingerprint} data-item={index} className={index === at ? styles.active : undefined}>
          <Item item={item} onFocus={() => setActive(index)} />
          <div className={styles.actions}>
            <GuardedButton scope="triage" onClick={() => act(onDecide, index)}>
              Not affected
            </GuardedButton>
            <GuardedButton scope="read" onClick={() => act(onHandle, index)}>
              Handled
            </GuardedButton>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Item({ item, onFocus }: { readonly item: InboxItem; readonly onFocus: () => void }) {
  const { id, vulnerability, component, fix, service, version, priority } = item.finding;
  const nowMs = useNow();
  const { text, isVersion } = describeFix(fix);
  return (
    <div className={styles.item}>
      <p className={styles.line}>
        <SeverityChip severity={vulnerability.severity} />
        <b>{priority.band}</b>
        <ViewLink view={(known) => ({ ...known, finding: id })} onFocus={onFocus}>
          <UntrustedText text={vulnerability.id} charactersMax={32} />
        </ViewLink>
        <span className={styles.title}>
          <UntrustedText text={vulnerability.title} charactersMax={400} />
        </span>
      </p>
      <p className={`${styles.line} ${styles.muted}`}>
        <span>
          <UntrustedText text={`${component.name} ${component.version}`} charactersMax={60} />
          {isVersion ? ' → ' : ': '}
          <UntrustedText text={text} charactersMax={28} />
          {item.rowIds.length > 1 && `, and ${countOf(item.rowIds.length - 1, 'more version')}`}
        </span>
        <VersionLink service={service.name} version={version.name} charactersMax={48} isFull />
        {item.parts.map((part) => (
          <span key={part} className={decisionStyles.chip}>
            {describePart(item, part, nowMs)}
          </span>
        ))}
      </p>
    </div>
  );
}
