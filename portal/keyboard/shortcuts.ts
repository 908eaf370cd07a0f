/**
 * Keys that do something, wherever the focus is. Single letters can be switched off, and never work while somebody types: speech
 * input and stray key presses would else trigger them (WCAG 2.1.4).
 */

export interface Shortcut {
  /** One key as the browser names it, or two with a space in between: `g s`. */
  readonly keys: string;
  readonly label: string;
  /** Where the list of all keys shows it. */
  readonly group: 'Everywhere' | 'In tables' | 'In a finding';
  /** Works only inside of an open dialog; all others work only outside of one. */
  readonly isInDialog?: boolean;
  readonly run: () => void;
}

export interface Stroke {
  readonly key: string;
  readonly hasModifier: boolean;
  readonly isTyping: boolean;
  readonly isInDialog: boolean;
}

export type Outcome =
  | { readonly kind: 'run'; readonly shortcut: Shortcut }
  | { readonly kind: 'wait'; readonly prefix: string }
  | { readonly kind: 'nothing' };

/** What a key press means after the one before it. The shortcut that was added last wins. */
export function readStroke(shortcuts: readonly Shortcut[], prefix: string | undefined, stroke: Stroke): Outcome {
  if (stroke.hasModifier || stroke.isTyping) return { kind: 'nothing' };
  const possible = shortcuts.filter(({ isInDialog = false }) => isInDialog === stroke.isInDialog);
  const keys = prefix === undefined ? stroke.key : `${prefix} ${stroke.key}`;
  const shortcut = possible.findLast((each) => each.keys === keys);
  if (shortcut !== undefined) return { kind: 'run', shortcut };
  const isPrefix = prefix === undefined && possible.some((each) => each.keys.startsWith(`${stroke.key} `));
  return isPrefix ? { kind: 'wait', prefix: stroke.key } : { kind: 'nothing' };
}
