/** Sends files to a running Assay, whose address and token come from the environment. */
import { readFile } from 'node:fs/promises';
import { loadConfig } from '../config.ts';
import { messageOf } from '../core/errors.ts';
import { memberIn } from '../core/json/members.ts';
import { callAssay, type AssayAddress } from '../outbound/call-assay.ts';
import { DOCUMENT_REFUSED, DOCUMENT_UNREADABLE, USAGE_INVALID } from './errors.ts';

export function getAssayAddress(command: string): AssayAddress {
  const { url, token } = loadConfig().client;
  if (url === undefined || token === undefined)
    throw USAGE_INVALID({
      problem: `"assay ${command}" requires the environment variables ASSAY_URL and ASSAY_TOKEN.`,
    });
  return { url, token };
}

/** Returns the body of the response, which has the type that the contract names for the path. */
export async function pushFile(address: AssayAddress, path: string, file: string): Promise<unknown> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw DOCUMENT_UNREADABLE({ file, reason: messageOf(error) }, { cause: error });
  });
  const { ok, status, body } = await callAssay(address, 'PUT', path, bytes);
  if (ok) return body;
  const problem = memberIn(body, 'errorMessage');
  throw DOCUMENT_REFUSED({ file, problem: typeof problem === 'string' ? problem : `status ${status}` });
}
