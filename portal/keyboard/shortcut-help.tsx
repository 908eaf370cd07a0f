/** Lists the shortcuts that work on the current page. */
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { PathLink } from '../parts/navigation/path-link.tsx';
import { useSharedValue } from '../live/shared-value.ts';
import { useMe } from '../session/session.ts';
import type { Shortcut } from './shortcuts.ts';
import styles from './shortcut-help.module.css';
import { shortcuts } from './use-shortcut.ts';

const GROUPS = ['Global', 'Tables', 'Inbox', 'Finding'] as const;

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const registered = useSharedValue(shortcuts);
  const isOn = useMe()?.preferences.singleKeys ?? true;
  const groups = GROUPS.map((title) => ({ title, keys: registered.filter(({ group }) => group === title) }));
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <p className={styles.note}>
        {isOn ? 'Single-key shortcuts are on. ' : 'Single-key shortcuts are off. '}
        <PathLink path="/account" onClick={onClose}>
          Change in account
        </PathLink>
      </p>
      {groups
        .filter(({ keys }) => keys.length > 0)
        .map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.keys}>
              {keys.map((shortcut) => (
                <Key key={`${shortcut.keys} ${shortcut.label}`} shortcut={shortcut} />
              ))}
            </dl>
          </section>
        ))}
    </Dialog>
  );
}

function Key({ shortcut: { keys, label } }: { readonly shortcut: Shortcut }) {
  return (
    <>
      <dt>
        {keys.split(' ').map((key, index) => (
          <span key={key}>
            {index > 0 && ' then '}
            <kbd>{key}</kbd>
          </span>
        ))}
      </dt>
      <dd>{label}</dd>
    </>
  );
}
