/** Thread entry of `readVexDocument` and `readRuntimeProfile`: what strangers say about a service or about vulnerabilities. */
import { answerJobs } from './answer-jobs.ts';
import { readOpinionDocument } from './read-opinion-document.ts';

answerJobs(readOpinionDocument);
