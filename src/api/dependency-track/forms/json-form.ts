/**
 * A JSON object with a document in one base64 member, read as a stream: the document may be as large as an upload, all other
 * members together are small. The bytes of the document are decoded as they arrive, and the rest is parsed at the end.
 */
import { LIMITS } from '../../../core/limits.ts';
import { BODY_INVALID } from '../../errors.ts';
import type { Form } from '../../http/body/receive-body.ts';

export function createJsonForm(documentName: string): Form {
  const parts = new FormParts(documentName);
  return {
    readDocument: async function* (body) {
      for await (const chunk of body) {
        const document = parts.push(chunk);
        if (document.length > 0) yield document;
      }
      parts.end();
    },
    fields: () => parts.fields,
  };
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET] = [0x7b, 0x5b, 0x7d, 0x5d];

/** Separates the document from the rest. Only quotes and the depth are followed; `JSON.parse` checks the grammar of the rest. */
class FormParts {
  readonly #documentName: string;
  readonly #base64: Base64Text;
  /** The body without the text of the document. */
  readonly #rest: Buffer[] = [];
  #restBytes = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #expectsName = false;
  /** The name of the current member of the outer object. */
  #name = '';
  #state: 'before' | 'inside' | 'after' = 'before';
  /** The characters after a backslash in the document. */
  #escape: string | undefined;
  #fields: Readonly<Record<string, unknown>> = {};

  constructor(documentName: string) {
    this.#documentName = documentName;
    this.#base64 = new Base64Text(documentName);
  }

  get fields(): Readonly<Record<string, unknown>> {
    return this.#fields;
  }

  /** Returns the bytes of the document in this chunk. */
  push(chunk: Buffer): Buffer {
    let text = '';
    let at = 0;
    while (at < chunk.length) {
      if (this.#state !== 'inside') {
        at = this.#skipRest(chunk, at);
      } else if (this.#escape !== undefined) {
        text += this.#resolveEscape(String.fromCharCode(chunk[at] ?? 0));
        at += 1;
      } else {
        const end = findTextEnd(chunk, at);
        text += chunk.toString('latin1', at, end);
        at = end;
        if (chunk[end] === QUOTE) {
          // The quote belongs to the rest, which has an empty text in place of the document.
          this.#state = 'after';
          this.#isInText = true;
        } else if (chunk[end] === BACKSLASH) {
          this.#escape = '';
          at += 1;
        }
      }
    }
    return this.#base64.push(text);
  }

  end(): void {
    const fields = this.#parseRest();
    const name = this.#documentName;
    if (this.#state === 'before') {
      const problem = Object.hasOwn(fields, name) ? 'must be base64 text' : 'is missing';
      throw BODY_INVALID({ summary: `In the body, "/${name}" ${problem}.` });
    }
    this.#base64.end();
    this.#fields = fields;
  }

  #skipRest(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      if (this.#isDocumentAt(chunk[at])) {
        if (this.#state === 'after')
          throw BODY_INVALID({ summary: `In the body, "/${this.#documentName}" is sent more than once.` });
        this.#state = 'inside';
        this.#keep(chunk.subarray(start, at + 1));
        return at + 1;
      }
      this.#follow(chunk[at] ?? 0);
    }
    this.#keep(chunk.subarray(start));
    return chunk.length;
  }

  #isDocumentAt(byte: number | undefined): boolean {
    const isValue = this.#depth === 1 && !this.#isInText && !this.#expectsName;
    return isValue && byte === QUOTE && this.#name === this.#documentName;
  }

  #follow(byte: number): void {
    if (this.#isInText) {
      this.#followText(byte);
      return;
    }
    if (byte === QUOTE) this.#isInText = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#depth -= 1;
    if (this.#depth !== 1) return;
    if (byte === COLON) this.#expectsName = false;
    if (byte === COMMA || byte === OPEN_BRACE) {
      this.#expectsName = true;
      this.#name = '';
    }
  }

  #followText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInText = false;
      return;
    }
    const isName = this.#depth === 1 && this.#expectsName;
    if (isName && this.#name.length <= this.#documentName.length) this.#name += String.fromCharCode(byte);
  }

  #keep(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > LIMITS.formFieldsBytesMax) {
      const summary = `The fields other than "${this.#documentName}" exceed ${LIMITS.formFieldsBytesMax} bytes.`;
      throw BODY_INVALID({ summary });
    }
    this.#rest.push(Buffer.from(bytes));
  }

  #parseRest(): Readonly<Record<string, unknown>> {
    let value: unknown;
    try {
      value = JSON.parse(UTF8.decode(Buffer.concat(this.#rest)));
    } catch (error) {
      throw BODY_INVALID({ summary: 'The body is not valid JSON.' }, { cause: error });
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw BODY_INVALID({ summary: 'The body must be a JSON object.' });
    return value as Readonly<Record<string, unknown>>;
  }

  /** Some clients escape "/", "+" and "=", and some send line breaks. */
  #resolveEscape(character: string): string {
    const escape = `${this.#escape ?? ''}${character}`;
    if (escape.startsWith('u') && escape.length < 5) {
      this.#escape = escape;
      return '';
    }
    this.#escape = undefined;
    if (escape === '/') return escape;
    if (escape === 'n' || escape === 'r') return '';
    return escape.startsWith('u') ? String.fromCharCode(Number.parseInt(escape.slice(1), 16) || 0) : NOT_BASE64;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the index of the next quote or backslash. */
function findTextEnd(chunk: Buffer, start: number): number {
  let at = start;
  while (at < chunk.length && chunk[at] !== QUOTE && chunk[at] !== BACKSLASH) at += 1;
  return at;
}

const NOT_BASE64 = '\\';
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes base64 in pieces. Unlike `Buffer.from`, rejects text that is not base64. */
class Base64Text {
  readonly #name: string;
  /** The start of a group of four characters. */
  #left = '';
  #isPadded = false;

  constructor(name: string) {
    this.#name = name;
  }

  push(text: string): Buffer {
    const all = this.#left + text;
    const whole = all.slice(0, all.length - (all.length % 4));
    this.#left = all.slice(whole.length);
    if (whole !== '' && this.#isPadded) throw this.#toError();
    if (!BASE64.test(whole)) throw this.#toError();
    this.#isPadded ||= whole.endsWith('=');
    return Buffer.from(whole, 'base64');
  }

  end(): void {
    if (this.#left !== '') throw this.#toError();
  }

  #toError(): Error {
    return BODY_INVALID({ summary: `In the body, "/${this.#name}" is not valid base64.` });
  }
}
