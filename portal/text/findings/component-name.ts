/** Splits the name of a package into the part that users know it by, and the group, scope or path before it. */

interface ComponentName {
  /** Ends with its separator; empty if there is none. */
  readonly namespace: string;
  readonly artifact: string;
}

/** The last part of a Go path may be only a major version. */
const MAJOR_VERSION = /^v[0-9]{1,4}$/;

/** A scope of npm belongs to the name, because many packages share the part after it. */
export function splitComponentName(name: string): ComponentName {
  if (name.startsWith('@')) return { namespace: '', artifact: name };
  const last = lastSeparator(name, name.length);
  const start = MAJOR_VERSION.test(name.slice(last + 1)) ? lastSeparator(name, last) : last;
  if (start === name.length - 1) return { namespace: '', artifact: name };
  return { namespace: name.slice(0, start + 1), artifact: name.slice(start + 1) };
}

function lastSeparator(name: string, before: number): number {
  const part = name.slice(0, Math.max(0, before));
  return Math.max(part.lastIndexOf('/'), part.lastIndexOf(':'));
}
