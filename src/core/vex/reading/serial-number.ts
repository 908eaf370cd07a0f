/** Serial numbers of CycloneDX documents in one spelling: `urn:uuid:` is left out, and letters are small. */

const URN = /^urn:uuid:/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Undefined: no serial number, by which nothing could be found. */
export function toSerialNumber(text: string | undefined): string | undefined {
  const uuid = text?.trim().replace(URN, '').toLowerCase();
  return uuid !== undefined && UUID.test(uuid) ? uuid : undefined;
}
