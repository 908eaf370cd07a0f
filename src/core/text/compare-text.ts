/** Compares by code unit, because the order must not depend on a locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
