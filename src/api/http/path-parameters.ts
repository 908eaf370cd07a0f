/** Path parameters that identify a resource: a UUID is an id, anything else must be a valid name. */
import { toName, type NameKind } from '../../core/naming/name.ts';
import { isUuid } from '../../core/naming/uuid.ts';
import type { AssayError } from '../../core/errors.ts';

export function toReference(what: NameKind, text: string): string {
  return isUuid(text) ? text.toLowerCase() : toName(what, text);
}

export function toVersionAddress(params: { service: string; version: string }): { service: string; version: string } {
  return { service: toReference('service name', params.service), version: toReference('version name', params.version) };
}

/** For resources that have only an id: any other text is treated like an unknown id. */
export function toId(text: string, unknown: () => AssayError): string {
  if (!isUuid(text)) throw unknown();
  return text.toLowerCase();
}
