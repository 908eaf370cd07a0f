/** Thread entry of `parseVexDocument` and `parseRuntimeProfile`, for untrusted VEX and runtime documents. */
import { answerJobs } from '../pool/answer-jobs.ts';
import { parseContextDocument } from './parse-context-document.ts';

answerJobs(parseContextDocument);
