/**
 * Splits the text of an AppArmor profile into statements: words up to a comma, an opening or closing brace, or the end of the
 * line where the language requires it. One pass, character by character. A comma inside a word belongs to the word, because file
 * names and `{a,b}` contain commas; a rule ends with a comma that is followed by a space.
 * https://gitlab.com/apparmor/apparmor/-/wikis/QuickProfileLanguage
 */
import type { AssayError } from '../../../errors.ts';
import { PROFILE_DOCUMENT_UNREADABLE } from '../../errors.ts';
import { quoteLine } from '../runtime-warning.ts';

export interface Word {
  /** As written, including quotes and escapes. */
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

export interface Statement {
  readonly words: readonly Word[];
  readonly end: 'comma' | 'open' | 'close' | 'line';
  readonly line: number;
  readonly column: number;
  /** Truncated, for the evidence. */
  readonly text: string;
}

export function* parseStatements(text: string): Generator<Statement> {
  const lexer = new Lexer(text);
  for (let statement = lexer.next(); statement !== undefined; statement = lexer.next()) yield statement;
}

export function toSyntaxError(
  { line, column }: { readonly line: number; readonly column: number },
  problem: string,
): AssayError {
  return PROFILE_DOCUMENT_UNREADABLE({ line, column, problem });
}

const INCLUDE = '#include';

class Lexer {
  private readonly text: string;
  private at = 0;
  private line = 1;
  private lineStart = 0;

  constructor(text: string) {
    this.text = text;
  }

  next(): Statement | undefined {
    const words: Word[] = [];
    let isLine = false;
    for (;;) {
      // The first two words decide; checking again with every further word would take quadratic time.
      if (words.length === 1 || words.length === 2) isLine = endsWithLine(words);
      if (!this.skipSpace(isLine)) return this.finish(words, 'line');
      const character = this.text.charAt(this.at);
      if (character === '') {
        if (words.length === 0) return undefined;
        if (isLine) return this.finish(words, 'line');
        throw toSyntaxError(this.place(), 'the last rule does not end with a comma');
      }
      if (character === ',') return this.finish(words, 'comma', 1);
      if (character === '{' && this.opensBlock(words)) return this.finish(words, 'open', 1);
      if (character === '}') {
        if (isLine) return this.finish(words, 'line');
        if (words.length > 0) throw toSyntaxError(this.place(), 'a comma is missing before the closing brace');
        return this.finish(words, 'close', 1);
      }
      words.push(this.readWord());
    }
  }

  /** A brace may also begin a pattern, `{/a,/b} r,`, but never after the name of a profile. */
  private opensBlock([first]: readonly Word[]): boolean {
    const next = this.text.charAt(this.at + 1);
    return isBlank(next) || next === '}' || first?.text === 'profile' || first?.text === 'hat';
  }

  /** False at a line end that ends the statement. Also skips comments, but not `#include`. */
  private skipSpace(stopsAtLine: boolean): boolean {
    for (; this.at < this.text.length; this.at += 1) {
      const character = this.text.charAt(this.at);
      if (character === '\n') {
        this.beginLine();
        if (!stopsAtLine) continue;
        this.at += 1;
        return false;
      }
      if (
        character === '#' &&
        !(this.text.startsWith(INCLUDE, this.at) && isBlank(this.text.charAt(this.at + INCLUDE.length)))
      )
        this.skipComment();
      else if (!isBlank(character)) return true;
    }
    return true;
  }

  /** Stops before the line feed. */
  private skipComment(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = (end === -1 ? this.text.length : end) - 1;
  }

  private beginLine(): void {
    this.line += 1;
    this.lineStart = this.at + 1;
  }

  private readWord(): Word {
    const place = this.place();
    const start = this.at;
    const first = this.text.charAt(start);
    const isPath = first === '/' || first === '@' || first === '{' || first === '"';
    let depth = 0;
    let isInClass = false;
    for (; this.at < this.text.length; this.at += 1) {
      const character = this.text.charAt(this.at);
      if (isBlank(character)) break;
      if (character === '\\' && !isLineBreak(this.text.charAt(this.at + 1))) this.at += 1;
      else if (character === '"') this.skipQuoted();
      else if (character === '(' && !isPath) this.skipList();
      else if (isInClass) isInClass = character !== ']';
      else if (character === '[') isInClass = true;
      else if (character === '{') depth += 1;
      else if (character === '}' && depth === 0) break;
      else if (character === '}') depth -= 1;
      else if (character === ',' && depth === 0 && endsRule(this.text.charAt(this.at + 1))) break;
    }
    this.at = Math.min(this.at, this.text.length);
    return { ...place, text: this.text.slice(start, this.at) };
  }

  /** From the opening quote to the closing one. */
  private skipQuoted(): void {
    const place = this.place();
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const character = this.text.charAt(this.at);
      if (character === '"') return;
      if (character === '\n') break;
      if (character === '\\' && !isLineBreak(this.text.charAt(this.at + 1))) this.at += 1;
    }
    throw toSyntaxError(place, 'a quoted name is not closed on its line');
  }

  /** `(a, b)`, which may contain spaces and line breaks. */
  private skipList(): void {
    const place = this.place();
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const character = this.text.charAt(this.at);
      if (character === ')') return;
      if (character === '\n') this.beginLine();
      if (character === '{' || character === '}') break;
    }
    throw toSyntaxError(place, 'a parenthesis is not closed');
  }

  private place(): { readonly line: number; readonly column: number } {
    return { line: this.line, column: this.at - this.lineStart + 1 };
  }

  private finish(words: readonly Word[], end: Statement['end'], skipped = 0): Statement {
    this.at += skipped;
    const { line, column } = words[0] ?? this.place();
    return { words, end, line, column, text: quoteLine(words.map(({ text }) => text).join(' ')) };
  }
}

const ASSIGNED_VARIABLE = /^(?:@\{[A-Za-z0-9_]*\}|\$[A-Za-z0-9_{}]+)(\+?=)?/;

/** Includes and assignments end at the end of their line. */
function endsWithLine([first, second]: readonly Word[]): boolean {
  if (first === undefined) return false;
  if (first.text === 'include' || first.text === INCLUDE) return true;
  const [name, assigns] = ASSIGNED_VARIABLE.exec(first.text) ?? [];
  if (name === undefined) return false;
  if (assigns !== undefined) return true;
  return name === first.text && second !== undefined && /^\+?=/.test(second.text);
}

function isLineBreak(character: string): boolean {
  return character === '' || character === '\n' || character === '\r';
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\f' || isLineBreak(character);
}

function endsRule(next: string): boolean {
  return isBlank(next) || next === '}' || next === '#' || next === '"' || next === ',';
}
