/** Thread entry of `readAdvisories`. */
import { answerJobs } from './answer-jobs.ts';
import { parseRecords } from './read-records.ts';

answerJobs(parseRecords);
