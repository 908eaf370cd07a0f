/** The subject of an SBOM, as far as the document states it. */
export interface SbomSubject {
  readonly purl?: string;
  readonly type?: string;
  readonly group?: string;
  readonly name?: string;
}

/** Builds a subject from the values that are strings; `undefined` if there are none. */
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
