/** For threads: the bytes in which a stored document is. They were accepted at the upload, so a defect here is an error of Assay. */
import { memberIn, parseJsonText } from '../core/json/members.ts';
import { toInnerPath } from '../core/sbom/parse-sbom.ts';
import { decodeBase64 } from './decode-base64.ts';

/** `path` is the path of the document in the upload. Returns the same bytes if no envelope is around it. */
export function openPayload(bytes: Uint8Array, path: string): Uint8Array {
  const payloadPath = path.slice(0, path.length - toInnerPath(path).length);
  if (payloadPath === '') return bytes;
  const { buffer, byteOffset, byteLength } = bytes;
  let value = parseJsonText(Buffer.from(buffer, byteOffset, byteLength).toString('utf8').replace(BYTE_ORDER_MARK, ''));
  for (const name of payloadPath.split('/').slice(1)) value = memberIn(value, name);
  const payload = typeof value === 'string' ? decodeBase64(value) : undefined;
  if (payload === undefined) throw new Error('The stored envelope has no payload.');
  return payload;
}

const BYTE_ORDER_MARK = /^\ufeff/;
