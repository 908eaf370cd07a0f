/**
 * Renders error messages with dots instead of values. The definition is called with an object on which every member exists; each
 * behaves like a short text, a number or a list, whichever the message needs.
 */
import type { ErrorDefinition } from '../src/core/errors.ts';

const DOTS = '…';

/** `SERVICE_UNKNOWN` becomes `This organization has no service "…". Create it first, or turn on autoCreateServices.` */
export function fillWithDots(definition: ErrorDefinition<unknown>): string {
  const facts = new Proxy({}, { get: () => FACT });
  // Arithmetic with a value is the only operation that loses the dots.
  return definition(facts).message.replaceAll('NaN', DOTS);
}

const FACT: unknown = new Proxy(Object(DOTS) as object, {
  get: (text, name) => {
    if (name === 'join') return () => DOTS;
    const member: unknown = Reflect.get(text, name);
    return typeof member === 'function' ? (member as (this: unknown) => unknown).bind(DOTS) : member;
  },
});
