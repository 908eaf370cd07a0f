/** Responses that all routes share. */
import { z } from 'zod';
import { WireError } from '../../contract/error.ts';

/** All statuses from 400 have this shape. The OpenAPI document lists each status, see `error-answers.ts`. */
export const ERRORS = {
  '4xx': WireError.describe('What is wrong with the request, and what to do.'),
  '5xx': WireError.describe('Not the fault of the request: send it again in a few seconds.'),
} as const;

/** For reads that are polled with If-None-Match. */
export const UNCHANGED = { 304: z.null().describe('Nothing has changed since that ETag.') } as const;
