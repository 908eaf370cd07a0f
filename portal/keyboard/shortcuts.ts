/**
 * Keyboard shortcuts that work wherever the focus is. Single letters can be switched off and are ignored while the user types;
 * otherwise speech input and stray key presses would trigger them (WCAG 2.1.4).
 */

export interface Shortcut {
  /** One key as the browser names it, or two separated by a space: `g s`. */
  readonly keys: string;
  readonly label: string;
  /** Section in the list of shortcuts. */
  readonly group: 'Global' | 'Tables' | 'Inbox' | 'Finding';
  /** Works only inside an open dialog; all others work only outside. */
  readonly isInDialog?: boolean;
  readonly run: () => void;
}

export interface Stroke {
  readonly key: string;
  readonly hasModifier: boolean;
  readonly isTyping: boolean;
  readonly isInDialog: boolean;
}

type StrokeResult =
  | { readonly kind: 'run'; readonly shortcut: Shortcut }
  | { readonly kind: 'wait'; readonly prefix: string }
  | { readonly kind: 'nothing' };

/** Interprets a key press after the optional prefix key. The shortcut that was added last wins. */
export function resolveStroke(
  shortcuts: readonly Shortcut[],
  prefix: string | undefined,
  stroke: Stroke,
): StrokeResult {
  if (stroke.hasModifier || stroke.isTyping) return { kind: 'nothing' };
  const possible = shortcuts.filter(({ isInDialog = false }) => isInDialog === stroke.isInDialog);
  const keys = prefix === undefined ? stroke.key : `${prefix} ${stroke.key}`;
  const shortcut = possible.findLast((each) => each.keys === keys);
  if (shortcut !== undefined) return { kind: 'run', shortcut };
  const isPrefix = prefix === undefined && possible.some((each) => each.keys.startsWith(`${stroke.key} `));
  return isPrefix ? { kind: 'wait', prefix: stroke.key } : { kind: 'nothing' };
}
