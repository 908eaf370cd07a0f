/** Thread entry of `readVexDocument` and `readRuntimeProfile`, for untrusted VEX and runtime documents. */
import { answerJobs } from './answer-jobs.ts';
import { readOpinionDocument } from './read-opinion-document.ts';

answerJobs(readOpinionDocument);
