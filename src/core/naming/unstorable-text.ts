/** Text that PostgreSQL cannot store: text with a NUL character, or with an unpaired surrogate, which has no UTF-8 encoding. */
export const UNSTORABLE = 'contains a NUL character or an unpaired surrogate, which cannot be stored';

/** Returns a JSON pointer to the first such string or member name. Does not recurse, because input may be nested deeply. */
export function findUnstorable(value: unknown): string | undefined {
  const waiting: { readonly value: unknown; readonly pointer: string }[] = [{ value, pointer: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value === 'string' && !isStorable(next.value)) return next.pointer;
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [name, member] of Object.entries(next.value)) {
      const pointer = `${next.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!isStorable(name)) return pointer;
      waiting.push({ value: member, pointer });
    }
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
