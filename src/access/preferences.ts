/** What a person prefers in every organization. What was never chosen, or cannot be read, takes its default. */

export interface Preferences {
  /** Whether single keys do something in the portal (WCAG 2.1.4 wants a way to switch them off). */
  readonly singleKeys: boolean;
}

export const DEFAULT_PREFERENCES: Preferences = { singleKeys: true };

export function readPreferences(stored: unknown): Preferences {
  const { singleKeys } = (stored ?? {}) as { readonly singleKeys?: unknown };
  return { singleKeys: typeof singleKeys === 'boolean' ? singleKeys : DEFAULT_PREFERENCES.singleKeys };
}
