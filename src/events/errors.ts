import { defineError } from '../core/errors.ts';

export const EVENT_CURSOR_INVALID = defineError(
  'EVENT_CURSOR_INVALID',
  () =>
    'The event cursor is not valid for this organization. Send "after=first" to start with the oldest event, or "after=latest" to start with the next new event.',
);
