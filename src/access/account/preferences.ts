/** Preferences of a user, shared by all organizations. Missing and invalid values take their defaults. */

export interface Preferences {
  /** Whether single-key shortcuts are enabled in the portal (WCAG 2.1.4 requires a way to switch them off). */
  readonly singleKeys: boolean;
}

export const DEFAULT_PREFERENCES: Preferences = { singleKeys: true };

export function parsePreferences(stored: unknown): Preferences {
  const { singleKeys } = (stored ?? {}) as { readonly singleKeys?: unknown };
  return { singleKeys: typeof singleKeys === 'boolean' ? singleKeys : DEFAULT_PREFERENCES.singleKeys };
}
