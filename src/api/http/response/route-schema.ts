/** Responses that all routes share. */
import { z } from 'zod';
import { WireError } from '../../contract/error.ts';

/** All statuses from 400 have this shape. The OpenAPI document lists each status, see `error-responses.ts`. */
export const ERRORS = {
  '4xx': WireError.describe('The request failed. `errorMessage` says what to correct.'),
  '5xx': WireError.describe('The server failed. Retry in a few seconds.'),
} as const;

/** For reads that are polled with If-None-Match. */
export const UNCHANGED = { 304: z.null().describe('Nothing has changed since the `ETag`.') } as const;
