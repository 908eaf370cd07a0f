/**
 * Copies from a value the members that a schema of the contract names, in its order. The detail of a finding has the names of the
 * contract, so a member that both have needs no mapping. Values are not validated: the compiler has compared the types.
 */
import { z } from 'zod';

/** The output of a schema, of which members that may be null may be missing. */
type Source<Output> = Output extends readonly (infer Element)[]
  ? readonly Source<Element>[]
  : Output extends object
    ? { readonly [Name in keyof Output as null extends Output[Name] ? never : Name]: Source<Output[Name]> } & {
        readonly [Name in keyof Output as null extends Output[Name] ? Name : never]?: Source<Output[Name]> | undefined;
      }
    : Output;

export function createPicker<Schema extends z.ZodType>(
  schema: Schema,
): (value: Source<z.output<Schema>>) => z.output<Schema> {
  const copy = toCopy(schema);
  return (value) => copy(value) as z.output<Schema>;
}

type Copy = (value: unknown) => unknown;

function toCopy(schema: z.core.$ZodType): Copy {
  if (schema instanceof z.ZodNullable) return orNull(toCopy(schema.unwrap()));
  if (schema instanceof z.ZodArray) return ofElements(toCopy(schema.element));
  if (schema instanceof z.ZodObject)
    return ofMembers(Object.entries(schema.shape).map(([name, member]) => [name, toCopy(member)]));
  return (value) => value;
}

function orNull(copy: Copy): Copy {
  return (value) => (value === null || value === undefined ? null : copy(value));
}

function ofElements(copy: Copy): Copy {
  return (value) => (value as readonly unknown[]).map((element) => copy(element));
}

function ofMembers(members: readonly (readonly [string, Copy])[]): Copy {
  return (value) => {
    const copied: Record<string, unknown> = {};
    for (const [name, copy] of members) copied[name] = copy((value as Readonly<Record<string, unknown>>)[name]);
    return copied;
  };
}
