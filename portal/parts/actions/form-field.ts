/** Reads forms whose fields keep their own values. */

/** Returns the text of a field; empty if the form does not have it. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
