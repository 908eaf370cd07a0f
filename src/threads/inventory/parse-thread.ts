/** Thread entry of `parseInventory` for SBOMs. */
import type { SetContext } from '../../core/match/components/component-set.ts';
import { answerJobs } from '../pool/answer-jobs.ts';
import { parseInventoryBytes, type InventoryRequest } from './inventory-parts.ts';
import { sendParts } from './send-parts.ts';

export interface PartsRequest extends InventoryRequest, SetContext {}

answerJobs(async ({ distroOverride, image, ...request }: PartsRequest, emit) => {
  await sendParts(parseInventoryBytes(request), { distroOverride, image }, emit);
});
