/** Label of a value from the server. One that is unknown to this portal is shown unchanged, or as given. */
export function findLabel(labels: Readonly<Record<string, string>>, value: string, otherwise = value): string {
  return (Object.hasOwn(labels, value) ? labels[value] : undefined) ?? otherwise;
}
