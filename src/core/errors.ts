/**
 * Defines the error class of Assay. Each module declares its codes in its own `errors.ts` with `defineError`. A released code
 * never changes; its message may. Only `api/error-status.ts` maps codes to HTTP statuses.
 */

export interface ErrorDetail {
  /** JSON pointer or parameter name of the invalid value. */
  readonly path: string;
  readonly message: string;
}

export interface ErrorOptions {
  readonly details?: readonly ErrorDetail[];
  /** Seconds after which the same request may succeed. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

export class AssayError extends Error {
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: string, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AssayError';
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export interface ErrorDefinition<Facts> {
  (facts: Facts, options?: ErrorOptions): AssayError;
  readonly code: string;
}

/**
 * `const SERVICE_UNKNOWN = defineError<{ service: string }>('SERVICE_UNKNOWN', ({ service }) => `No service ${quote(service)}.`)`
 * and then `throw SERVICE_UNKNOWN({ service })`.
 */
export function defineError<Facts = void>(code: string, toMessage: (facts: Facts) => string): ErrorDefinition<Facts> {
  const make = (facts: Facts, options?: ErrorOptions): AssayError =>
    new AssayError(code, shorten(toMessage(facts), MESSAGE_CHARACTERS_MAX), options);
  return Object.assign(make, { code });
}

/** Returns the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Makes untrusted text safe to display: shortened, in double quotes, with every invisible or control character escaped. */
export function quote(input: string): string {
  return `"${escapeInvisible(shorten(input, ECHOED_CHARACTERS_MAX))}"`;
}

const MESSAGE_CHARACTERS_MAX = 300;
const ECHOED_CHARACTERS_MAX = 64;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

function shorten(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1)}…`;
}

function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
