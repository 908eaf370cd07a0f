/** More than scrolling at a normal pace adds. */
const FILLED_PER_FRAME = 8;

/** The rows to fill in a frame: those that are filled already, and a few more. */
export function limitFilled(loaded: readonly number[], before: ReadonlySet<number>): ReadonlySet<number> {
  const added = loaded.filter((row) => !before.has(row)).slice(0, FILLED_PER_FRAME);
  return new Set([...loaded.filter((row) => before.has(row)), ...added]);
}
