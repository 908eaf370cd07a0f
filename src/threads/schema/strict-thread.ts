/** Thread entry of `validateStrictly`. Loading it includes the schema compiler, so the pool reuses the thread. */
import { answerJobs } from '../pool/answer-jobs.ts';
import { checkStrictly } from './check-strictly.ts';

answerJobs(checkStrictly);
