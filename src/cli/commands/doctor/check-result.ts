/** The result of one check: its state and, unless it is ok, what to do. */

export interface CheckResult {
  readonly state: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly found: string;
  readonly cure?: string;
}

export function ok(what: string, found: string): CheckResult {
  return { state: 'ok', what, found };
}

export function warn(what: string, found: string, cure: string): CheckResult {
  return { state: 'warn', what, found, cure };
}

/** The messages of Assay errors already say what to do. */
export function fail(what: string, found: string, cure?: string): CheckResult {
  return { state: 'fail', what, found, ...(cure !== undefined && { cure }) };
}
