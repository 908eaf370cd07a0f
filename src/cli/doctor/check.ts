/** What the doctor finds out about one thing: how it is and, unless it is well, what to do. */

export interface Finding {
  readonly state: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly found: string;
  readonly cure?: string;
}

export function ok(what: string, found: string): Finding {
  return { state: 'ok', what, found };
}

export function warn(what: string, found: string, cure: string): Finding {
  return { state: 'warn', what, found, cure };
}

/** The messages of our own errors name the cure themselves. */
export function fail(what: string, found: string, cure?: string): Finding {
  return { state: 'fail', what, found, ...(cure !== undefined && { cure }) };
}

export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
