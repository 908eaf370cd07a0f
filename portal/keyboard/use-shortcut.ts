/** Registers a shortcut while a component is mounted, and listens to key presses on the whole page. */
import { useEffect, useRef } from 'react';
import { createSharedValue } from '../live/shared-value.ts';
import { resolveStroke, type Shortcut } from './shortcuts.ts';

const PREFIX_MS = 1_500;

/** Shortcuts that are currently registered. */
export const shortcuts = createSharedValue<readonly Shortcut[]>([]);

export function useShortcut({ keys, label, group, isInDialog = false, run }: Shortcut): void {
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  useEffect(() => {
    const shortcut = { keys, label, group, isInDialog, run: () => newest.current() };
    shortcuts.set([...shortcuts.get(), shortcut]);
    return () => shortcuts.set(shortcuts.get().filter((each) => each !== shortcut));
  }, [keys, label, group, isInDialog]);
}

/** Used once, in the frame. */
export function useKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    let prefix: string | undefined;
    let prefixedAt = 0;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const known = event.timeStamp - prefixedAt < PREFIX_MS ? prefix : undefined;
      const outcome = resolveStroke(shortcuts.get(), known, {
        key: event.key,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey,
        isTyping: event.target instanceof HTMLElement && event.target.matches(TYPED_INTO),
        isInDialog: document.querySelector('dialog[open]') !== null,
      });
      prefix = outcome.kind === 'wait' ? outcome.prefix : undefined;
      prefixedAt = event.timeStamp;
      if (outcome.kind !== 'run') return;
      event.preventDefault();
      outcome.shortcut.run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}

/** Checkboxes, radio buttons and buttons do not accept text. */
const TYPED_INTO = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]';
