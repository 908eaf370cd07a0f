/** What an SBOM document is about, as far as the document says so. */
export interface SbomSubject {
  readonly purl?: string;
  readonly type?: string;
  readonly group?: string;
  readonly name?: string;
}

/** Builds a subject of the strings among these values; `undefined` when there is none. */
export function toSubject(values: { readonly [Field in keyof SbomSubject]: unknown }): SbomSubject | undefined {
  const { purl, type, group, name } = values;
  if (typeof purl !== 'string' && typeof name !== 'string') return undefined;
  return {
    ...(typeof purl === 'string' && { purl }),
    ...(typeof type === 'string' && { type }),
    ...(typeof group === 'string' && { group }),
    ...(typeof name === 'string' && { name }),
  };
}
