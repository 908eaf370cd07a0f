/** Thread entry of `parseVexDocument` and `parseRuntimeProfile`, for untrusted VEX and runtime documents. */
import { answerJobs } from './answer-jobs.ts';
import { parseContextDocument } from './read-opinion-document.ts';

answerJobs(parseContextDocument);
