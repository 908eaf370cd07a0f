/** Returns each text once, in the order of its first occurrence. */
export function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Returns each text once, sorted by code unit. */
export function uniqueSorted(texts: readonly string[]): string[] {
  return unique(texts).toSorted();
}

/** Whether both lists have the same texts in the same order. */
export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
