/** Checks the form of error responses, whether a route, the framework or the parser of Node.js wrote them. */
import { expect } from 'vitest';
import type { RawAnswer } from './raw-answer.ts';

export interface ErrorBody {
  readonly errorMessage: string;
  readonly code: string;
  readonly requestId: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

export interface ExpectedError {
  readonly status: number;
  /** Several acceptable codes are separated by a bar. */
  readonly code?: string | undefined;
  readonly says?: string | RegExp | undefined;
}

/** A stack trace, an SQL statement, or a path on the server's disk. */
const INTERNALS = [
  /\n\s+at /,
  /\.[cm]?[jt]s:[0-9]/,
  /\b(?:select|insert into|update|delete from)\b[^.]{1,80}\b(?:from|values|set|where)\b/i,
  /(?:^|[\s"'(])\/(?:home|root|tmp|usr|var|opt|proc|work|src)\//,
  /node_modules|node:internal|file:\/\//,
];

/** Returns the body for further checks. */
export function expectError(answer: RawAnswer, expected: ExpectedError): ErrorBody {
  const text = answer.body.toString();
  expect({ status: answer.status, text }).toMatchObject({ status: expected.status });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  const body = JSON.parse(text) as ErrorBody;
  expect(body).toMatchObject({ errorMessage: expect.any(String), code: expect.any(String) });
  expect(body.requestId).toBe(answer.headers['x-request-id']);
  expect(body.errorMessage.length).toBeGreaterThanOrEqual(1);
  expect(body.errorMessage.length).toBeLessThanOrEqual(300);
  for (const internal of INTERNALS) expect(text).not.toMatch(internal);
  if (expected.code !== undefined) expect(expected.code.split('|')).toContain(body.code);
  if (expected.says !== undefined) expect(body.errorMessage).toMatch(expected.says);
  return body;
}
