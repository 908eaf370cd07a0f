import { defineError } from '../core/errors.ts';

export const EVENT_CURSOR_INVALID = defineError(
  'EVENT_CURSOR_INVALID',
  () =>
    'The place to go on from is not a cursor that this organization got. Send "after=first" to begin with the oldest event, or "after=latest" to begin with the next one.',
);
