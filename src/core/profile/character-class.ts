/** Character classes in a pattern, `[a-c_]` and `[^0-9]`. */

export interface CharacterClass {
  readonly isNegated: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** `start` is the position of the opening bracket. Undefined if the class is not closed or is empty. */
export function parseCharacterClass(
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

export function isInClass({ isNegated, ranges }: CharacterClass, unit: number): boolean {
  return ranges.some(([from, to]) => from <= unit && unit <= to) !== isNegated;
}

function unitAt(pattern: string, i: number): { readonly unit: number; readonly next: number } {
  const at = pattern.charAt(i) === '\\' && i + 1 < pattern.length ? i + 1 : i;
  return { unit: pattern.charCodeAt(at), next: at + 1 };
}
