/** One upload as a client sends it, with all its possible outcomes: stored, rejected or cut off. */
import { gzipSync } from 'node:zlib';
import type { WireReceipt } from '../../src/api/contract/services/sbom.ts';

export interface UploadedDocument {
  readonly service: string;
  readonly version: string;
  readonly slot: string;
  readonly body: Buffer;
  readonly gzip?: boolean;
  /** Sent without a Content-Length. */
  readonly chunked?: boolean;
}

export type UploadOutcome =
  | { readonly kind: 'stored'; readonly receipt: WireReceipt }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }
  | { readonly kind: 'cut' };

export async function upload(url: string, token: string, document: UploadedDocument): Promise<UploadOutcome> {
  const { gzip = false, chunked = false } = document;
  const body = gzip ? gzipSync(document.body, { level: 1 }) : document.body;
  try {
    const response = await fetch(url + uploadPath(document), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(gzip && { 'content-encoding': 'gzip' }) },
      body: chunked ? new Blob([body]).stream() : body,
      ...(chunked && { duplex: 'half' as const }),
    });
    const text = await response.text();
    if (response.status !== 200) return { kind: 'refused', status: response.status, text };
    return { kind: 'stored', receipt: JSON.parse(text) as WireReceipt };
  } catch {
    // fetch has one error for all connection failures.
    return { kind: 'cut' };
  }
}

export function uploadPath({ service, version, slot }: Pick<UploadedDocument, 'service' | 'version' | 'slot'>): string {
  return `/api/v2/service/${service}/version/${version}/sbom?slot=${slot}`;
}
