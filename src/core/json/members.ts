/** Access to values of untrusted JSON: members are read by name, never merged into our own objects. */
/** Returns undefined also if the value is not an object. Inherited members such as `constructor` do not count. */
export function memberIn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const member = (value as Readonly<Record<string, unknown>>)[name];
  // Most members are absent, which needs no second look.
  return member === undefined || Object.hasOwn(value, name) ? member : undefined;
}

/** Whether the value is an object and not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns undefined if the text is not JSON. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
