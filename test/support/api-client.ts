/** Helpers for common requests of API tests. */
import { expect } from 'vitest';
import type { TestAssay } from './test-assay.ts';
import { aCycloneDx } from './documents.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Null when the response has no body. */
  readonly body: unknown;
}

export interface ApiClient {
  call(
    method: string,
    path: string,
    options?: { body?: unknown; token?: string; headers?: Record<string, string> },
  ): Promise<ApiAnswer>;
  /** Returns the body of a GET that must succeed. */
  get<Body>(path: string, token?: string): Promise<Body>;
  /** Uploads a small document and returns the receipt. */
  upload(path: string, document?: unknown): Promise<Record<string, string>>;
}

export function createApiClient(assay: TestAssay): ApiClient {
  const call: ApiClient['call'] = async (method, path, { body, token, headers } = {}) => {
    const response = await assay.request(path, {
      method,
      ...(token !== undefined && { token }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };
  return {
    call,
    get: async <Body>(path: string, token?: string) => {
      const answer = await call('GET', path, token === undefined ? {} : { token });
      expect(answer.status).toBe(200);
      return answer.body as Body;
    },
    upload: async (path, document = aCycloneDx()) => {
      const answer = await call('POST', path, { body: document });
      expect(answer.status).toBe(200);
      return answer.body as Record<string, string>;
    },
  };
}
