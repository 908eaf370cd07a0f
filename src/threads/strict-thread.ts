/** Thread entry of `validateStrictly`. Loading it includes the schema compiler, so the pool reuses the thread. */
import { answerJobs } from './answer-jobs.ts';
import { checkStrictly } from './check-strictly.ts';

answerJobs(checkStrictly);
