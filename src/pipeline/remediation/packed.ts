/**
 * Plans and what became of them, as they are kept: zstd of JSON, with the number of its form beside it. What was written in another
 * form is not there for whoever reads, so a form is read by those who know it.
 */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { PlanCheck } from './plan-check.ts';
import type { VersionPlan } from './version-plan.ts';

/** Raised with every change of `VersionPlan`, or of what it is made of, that an older reader would not understand. */
export const PLAN_FORM = 1;
/** The same of `PlanCheck`. */
export const CHECK_FORM = 1;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** What differs from publication to publication is not packed, but stands beside it. */
export type PackedPlan = Omit<VersionPlan, 'versionId' | 'analysisId' | 'snapshot' | 'at'>;

export function toPackedText(plan: VersionPlan): string {
  const { versionId: _version, analysisId: _analysis, snapshot: _snapshot, at: _at, ...packed } = plan;
  return JSON.stringify(packed satisfies PackedPlan);
}

export async function pack(text: string): Promise<Buffer> {
  return await compress(text);
}

/** Of the form `PLAN_FORM`. */
export async function unpackPlan(packed: Buffer): Promise<PackedPlan> {
  return JSON.parse((await decompress(packed)).toString()) as PackedPlan;
}

/** Of the form `CHECK_FORM`. */
export async function unpackCheck(packed: Buffer): Promise<PlanCheck> {
  return JSON.parse((await decompress(packed)).toString()) as PlanCheck;
}
