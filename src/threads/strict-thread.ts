/** Thread entry of `validateStrictly`. Loading it costs the schema compiler, so the pool uses the thread again. */
import { answerJobs } from './answer-jobs.ts';
import { checkStrictly } from './check-strictly.ts';

answerJobs(checkStrictly);
