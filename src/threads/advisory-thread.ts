/** Thread entry of `readAdvisories`. */
import { answerJobs } from './answer-jobs.ts';
import { readRecords } from './read-records.ts';

answerJobs(readRecords);
