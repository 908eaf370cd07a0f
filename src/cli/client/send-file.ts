/** Opens files for requests, and names the file in the problems of its request. */
import { openAsBlob } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { RequestError } from '../../client/errors.ts';
import { messageOf, quote } from '../../core/errors.ts';
import { STANDARD_INPUT } from '../documents/find-documents.ts';
import { DOCUMENT_UNREADABLE } from '../errors.ts';

type FileBody = Blob | Uint8Array<ArrayBuffer>;

/** A file is streamed when it is sent, and read again for a retry; standard input is read at once. */
export async function openFile(file: string): Promise<FileBody> {
  if (file === STANDARD_INPUT) return new Uint8Array(await buffer(process.stdin));
  try {
    await access(file, constants.R_OK);
    if ((await stat(file)).isDirectory()) throw new Error('it is a directory');
    return await openAsBlob(file);
  } catch (error) {
    throw DOCUMENT_UNREADABLE({ file, reason: messageOf(error) }, { cause: error });
  }
}

export async function sendFile<Result>(file: string, send: (body: FileBody) => Promise<Result>): Promise<Result> {
  const body = await openFile(file);
  try {
    return await send(body);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { status, code, requestId } = error;
    const message = `${quote(file)} was not accepted: ${error.problem}`;
    throw new RequestError(status, { code, message, requestId });
  }
}
