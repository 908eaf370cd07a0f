/** Normalizes serial numbers of CycloneDX documents: without `urn:uuid:`, in lower case. */

const URN = /^urn:uuid:/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Undefined: not a valid serial number. */
export function toSerialNumber(text: string | undefined): string | undefined {
  const uuid = text?.trim().replace(URN, '').toLowerCase();
  return uuid !== undefined && UUID.test(uuid) ? uuid : undefined;
}
