/** An upload that the test controls: the server has its first half, and the rest is sent when the test says so. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadPath, type UploadedDocument } from './upload.ts';

export interface SlowUpload {
  /** Sends the rest at once and returns the status of the response. */
  finish(): Promise<number>;
  /** Sends the rest in small pieces until the connection is closed for any reason, then resolves. */
  drip(bytesPerSecond: number): Promise<void>;
}

/** Resolves when the server has read the headers, passed every check that needs no body, and requested the body. */
export async function beginUpload(url: string, token: string, document: UploadedDocument): Promise<SlowUpload> {
  const { body } = document;
  const sent = request(url + uploadPath(document), {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-length': body.length, expect: '100-continue' },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  const closed = new Promise((resolve) => sent.once('close', resolve));
  // A caller that awaits the response sees its error; otherwise the error is ignored.
  answered.catch(() => {});
  sent.on('error', () => {});
  sent.flushHeaders();
  await once(sent, 'continue');
  const half = Math.floor(body.length / 2);
  sent.write(body.subarray(0, half));
  return {
    finish: async () => {
      sent.end(body.subarray(half));
      const [response] = await answered;
      response.resume();
      return response.statusCode ?? 0;
    },
    drip: async (bytesPerSecond) => {
      for (let start = half; start < body.length && !sent.destroyed; start += bytesPerSecond / 10) {
        sent.write(body.subarray(start, start + bytesPerSecond / 10));
        await Promise.race([delay(100), closed]);
      }
      await closed;
    },
  };
}
