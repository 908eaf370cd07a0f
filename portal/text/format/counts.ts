/** Formats numbers with thousands separators, and with a noun in singular or plural. */

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `countOf(1, 'finding')` is "1 finding", `countOf(1204, 'finding')` is "1,204 findings". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
