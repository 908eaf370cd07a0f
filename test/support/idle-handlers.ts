/** Handlers that do nothing, for queue tests that need only one kind of job. */
import type { JobHandlers } from '../../src/queue/job-queue.ts';

const nothing = async (): Promise<void> => {};

export const IDLE_HANDLERS: JobHandlers = {
  'analyze-version': nothing,
  'reanalyze-version': nothing,
  'close-failed-analysis': nothing,
  'assess-version': nothing,
  'plan-version': nothing,
  'close-failed-plan': nothing,
  'apply-snapshot': nothing,
  'refresh-advisories': nothing,
  'remove-deleted': nothing,
  'delete-organization': nothing,
  'repair-sweep': nothing,
  retention: nothing,
};
