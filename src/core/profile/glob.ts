/**
 * Path patterns in the syntax of AppArmor: `*` does not cross a slash, `**` does, `?` is one character, `[a-c]` is a class,
 * `{a,b}` are alternatives, which may be nested, and `\` escapes the next character. A pattern is compiled to a small program
 * whose states are followed simultaneously, so the time is pattern times text, without backtracking; untrusted input never
 * becomes a regular expression.
 */
import { LIMITS } from '../limits.ts';

type Instruction =
  | { readonly op: 'unit'; readonly unit: number }
  | { readonly op: 'any' }
  | { readonly op: 'not-slash' }
  | { readonly op: 'class'; readonly members: CharacterClass }
  | { readonly op: 'split'; readonly targets: readonly number[] }
  | { readonly op: 'jump'; readonly target: number };

export interface Glob {
  /** Literal prefix of every matching text: it rules out most patterns cheaply. */
  readonly prefix: string;
  readonly program: readonly Instruction[];
}

/** Remaining work. One budget for many patterns bounds the whole query. */
export interface Budget {
  steps: number;
}

interface OpenGroup {
  readonly split: number;
  readonly starts: number[];
  readonly jumps: number[];
}

/** Undefined: too long, nested too deeply, or an unclosed bracket. */
export function compileGlob(pattern: string): Glob | undefined {
  if (pattern.length > LIMITS.globCharactersMax) return undefined;
  const program: Instruction[] = [];
  const open: OpenGroup[] = [];
  for (let i = 0; i < pattern.length; i += 1) {
    const character = pattern.charAt(i);
    const group = open.at(-1);
    if (character === '\\' && i + 1 < pattern.length) {
      i += 1;
      program.push({ op: 'unit', unit: pattern.charCodeAt(i) });
    } else if (character === '*') {
      const start = i;
      while (pattern.charAt(i + 1) === '*') i += 1;
      addLoop(program, i > start ? 'any' : 'not-slash');
    } else if (character === '?') {
      program.push({ op: 'not-slash' });
    } else if (character === '[') {
      const read = parseCharacterClass(pattern, i);
      if (read === undefined) return undefined;
      program.push({ op: 'class', members: read.members });
      i = read.end;
    } else if (character === '{') {
      if (open.length === LIMITS.globDepthMax) return undefined;
      open.push({ split: program.length, starts: [program.length + 1], jumps: [] });
      // Replaced at the end of the group, when the starts of all alternatives are known.
      program.push({ op: 'jump', target: 0 });
    } else if (character === ',' && group !== undefined) {
      group.jumps.push(program.length);
      program.push({ op: 'jump', target: 0 });
      group.starts.push(program.length);
    } else if (character === '}') {
      if (group === undefined) return undefined;
      open.pop();
      closeGroup(program, group);
    } else {
      program.push({ op: 'unit', unit: pattern.charCodeAt(i) });
    }
  }
  return open.length > 0 ? undefined : { prefix: prefixOf(program), program };
}

function addLoop(program: Instruction[], op: 'any' | 'not-slash'): void {
  const start = program.length;
  program.push({ op: 'split', targets: [start + 1, start + 3] }, { op }, { op: 'jump', target: start });
}

function closeGroup(program: Instruction[], { split, starts, jumps }: OpenGroup): void {
  program[split] = { op: 'split', targets: starts };
  for (const jump of jumps) program[jump] = { op: 'jump', target: program.length };
}

function prefixOf(program: readonly Instruction[]): string {
  let prefix = '';
  for (const instruction of program) {
    if (instruction.op !== 'unit') break;
    prefix += String.fromCharCode(instruction.unit);
  }
  return prefix;
}

/** Undefined: the budget ran out before there was a result. */
export function matchGlob({ prefix, program }: Glob, text: string, budget: Budget): boolean | undefined {
  if (budget.steps <= 0) return undefined;
  budget.steps -= 1;
  if (!text.startsWith(prefix)) return false;
  // The character at which a state was last entered, so that it is entered once per character.
  const entered = new Int32Array(program.length + 1).fill(-1);
  const enter = (from: number, character: number, states: number[]): void => {
    const open = [from];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (entered[state] === character) continue;
      entered[state] = character;
      budget.steps -= 1;
      const instruction = program[state];
      if (instruction?.op === 'jump') open.push(instruction.target);
      else if (instruction?.op === 'split') for (const target of instruction.targets) open.push(target);
      else states.push(state);
    }
  };

  let states: number[] = [];
  enter(prefix.length, prefix.length, states);
  for (let i = prefix.length; i < text.length; i += 1) {
    if (budget.steps <= 0) return undefined;
    const next: number[] = [];
    const unit = text.charCodeAt(i);
    for (const state of states) if (accepts(program[state], unit)) enter(state + 1, i + 1, next);
    if (next.length === 0) return false;
    states = next;
  }
  return entered[program.length] === text.length;
}

const SLASH = '/'.charCodeAt(0);

function accepts(instruction: Instruction | undefined, unit: number): boolean {
  switch (instruction?.op) {
    case 'unit':
      return instruction.unit === unit;
    case 'any':
      return true;
    case 'not-slash':
      return unit !== SLASH;
    case 'class':
      return isInClass(instruction.members, unit);
    default:
      return false;
  }
}

/** Character classes in a pattern, `[a-c_]` and `[^0-9]`. */

interface CharacterClass {
  readonly isNegated: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** `start` is the position of the opening bracket. Undefined if the class is not closed or is empty. */
function parseCharacterClass(
  pattern: string,
  start: number,
): { readonly members: CharacterClass; readonly end: number } | undefined {
  const isNegated = pattern.charAt(start + 1) === '^';
  const ranges: [number, number][] = [];
  let i = start + (isNegated ? 2 : 1);
  while (i < pattern.length && pattern.charAt(i) !== ']') {
    const from = unitAt(pattern, i);
    i = from.next;
    // A hyphen at the end is literal.
    const isRange = pattern.charAt(i) === '-' && i + 1 < pattern.length && pattern.charAt(i + 1) !== ']';
    const to = isRange ? unitAt(pattern, i + 1) : from;
    i = to.next;
    ranges.push([from.unit, to.unit]);
  }
  return i >= pattern.length || ranges.length === 0 ? undefined : { members: { isNegated, ranges }, end: i };
}

function isInClass({ isNegated, ranges }: CharacterClass, unit: number): boolean {
  return ranges.some(([from, to]) => from <= unit && unit <= to) !== isNegated;
}

function unitAt(pattern: string, i: number): { readonly unit: number; readonly next: number } {
  const at = pattern.charAt(i) === '\\' && i + 1 < pattern.length ? i + 1 : i;
  return { unit: pattern.charCodeAt(at), next: at + 1 };
}
