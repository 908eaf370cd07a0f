/**
 * Members of a foreign record, read with patience: what is absent or of another kind is simply not there. Text that is kept is
 * made fit for the database: no NUL, no lone surrogate, no more than a limit.
 */

type Members = Readonly<Record<string, unknown>>;

/** An empty object when it is none. */
export function objectIn(value: unknown, member: string): Members {
  const object = memberOf(value, member);
  return isObject(object) ? object : {};
}

/** An empty list when it is none. */
export function listIn(value: unknown, member: string): readonly unknown[] {
  const list = memberOf(value, member);
  return Array.isArray(list) ? list : [];
}

/** Undefined when it is no text, or an empty one. */
export function textIn(value: unknown, member: string): string | undefined {
  const text = memberOf(value, member);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Undefined when it is no number. */
export function numberIn(value: unknown, member: string): number | undefined {
  const number = memberOf(value, member);
  return typeof number === 'number' ? number : undefined;
}

export function textsIn(value: unknown, member: string): readonly string[] {
  return listIn(value, member).filter((text): text is string => typeof text === 'string' && text !== '');
}

export function cleanText(text: string, charactersMax: number): string {
  const cut = text.length > charactersMax ? `${text.slice(0, charactersMax - 1)}…` : text;
  return cut.toWellFormed().replaceAll('\0', '\u{FFFD}');
}

/** Whether the database can keep the text as it is. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function memberOf(value: unknown, member: string): unknown {
  return isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
