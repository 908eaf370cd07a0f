/** Thread entry of `parseInventory`. */
import { answerJobs } from './answer-jobs.ts';
import { readInventory } from './read-inventory.ts';

answerJobs(readInventory);
