/** Thread entry of `readAdvisories`. */
import { answerJobs } from '../pool/answer-jobs.ts';
import { parseRecords } from './parse-records.ts';

answerJobs(parseRecords);
