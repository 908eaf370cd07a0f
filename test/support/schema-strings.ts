/** Finds the strings in a JSON schema of the OpenAPI document, and builds bodies that fill one of them. */
import type { OpenApiDocument } from './openapi-document.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const DEPTH_MAX = 6;

/** Returns each place as the segments of a JSON pointer; `0` stands for an element of an array. */
export function listStringPlaces(schema: object, { components }: OpenApiDocument): string[][] {
  const places = new Map<string, string[]>();
  const waiting: { readonly schema: Schema; readonly place: string[] }[] = [{ schema, place: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { place } = next;
    if (place.length > DEPTH_MAX) continue;
    const { $ref } = next.schema;
    const found: Schema = $ref === undefined ? next.schema : (components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
    if ([found.type].flat().includes('string')) places.set(place.join('/'), place);
    for (const each of [...(found.anyOf ?? []), ...(found.oneOf ?? []), ...(found.allOf ?? [])])
      waiting.push({ schema: each, place });
    for (const [name, member] of Object.entries(found.properties ?? {}))
      waiting.push({ schema: member, place: [...place, name] });
    if (typeof found.additionalProperties === 'object')
      waiting.push({ schema: found.additionalProperties, place: [...place, 'any'] });
    if (typeof found.items === 'object') waiting.push({ schema: found.items, place: [...place, '0'] });
  }
  return [...places.values()];
}

/** `toBodyWith(['tags', '0'], 'x')` returns `{ tags: ['x'] }`. */
export function toBodyWith(place: readonly string[], text: string): unknown {
  return place.reduceRight<unknown>((value, piece) => (piece === '0' ? [value] : { [piece]: value }), text);
}
