/** Returns each text once, in the order of its first occurrence. */
export function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Returns each text once, sorted by code unit. */
export function uniqueSorted(texts: readonly string[]): string[] {
  return unique(texts).toSorted();
}
