/** Path parameters that name something: a UUID is an id, everything else has to be a valid name. */
import { toName, type NamedThing } from '../core/naming/name.ts';
import { isUuid } from '../core/naming/uuid.ts';
import type { AssayError } from '../core/errors.ts';

export function toReference(what: NamedThing, text: string): string {
  return isUuid(text) ? text.toLowerCase() : toName(what, text);
}

export function toVersionAddress(params: { service: string; version: string }): { service: string; version: string } {
  return { service: toReference('service name', params.service), version: toReference('version name', params.version) };
}

/** For resources that have only an id: anything else is as absent as an unknown one. */
export function toId(text: string, unknown: () => AssayError): string {
  if (!isUuid(text)) throw unknown();
  return text.toLowerCase();
}
