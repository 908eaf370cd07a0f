/**
 * The stored format of plans and plan checks: zstd-compressed JSON with a format version beside it. A plan of another version
 * counts as absent, so a reader never sees an unknown format. The long lists of a plan are on separate lines, so that writing and
 * reading can yield to other work.
 */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { createYielder } from '../../../store/yielding.ts';
import type { PlanCheck, VersionPlan } from './version-plan.ts';

/** Increase with every change of `VersionPlan` or its parts that an older reader would not understand. */
export const PLAN_FORMAT_VERSION = 2;
/** The same for `PlanCheck`. */
export const CHECK_FORMAT_VERSION = 1;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Values that differ between publications are stored beside the packed plan. */
export type PackedPlan = Omit<VersionPlan, 'versionId' | 'analysisId' | 'snapshot' | 'at'>;

/** The first line is the plan without its long lists; each further line has the name of a list and some of its elements. */
export async function toPackedText(plan: VersionPlan): Promise<string> {
  const { versionId: _version, analysisId: _analysis, snapshot: _snapshot, at: _at, ...packed } = plan;
  const lines = [JSON.stringify(withLists(packed, NO_LISTS))];
  const turn = createYielder();
  for (const [name, list] of Object.entries(listsOf(packed))) {
    for (let start = 0; start < list.length; start += ELEMENTS_PER_LINE) {
      lines.push(JSON.stringify([name, list.slice(start, start + ELEMENTS_PER_LINE)]));
      await turn();
    }
  }
  return lines.join('\n');
}

const ELEMENTS_PER_LINE = 500;

interface PlanLists {
  readonly findings: PackedPlan['findings'];
  readonly vulnerabilities: PackedPlan['vulnerabilities'];
  readonly actions: PackedPlan['plan']['actions'];
  readonly residual: PackedPlan['plan']['residual'];
  readonly introduced: PackedPlan['prediction']['introduced'];
  readonly remaining: PackedPlan['prediction']['remaining'];
}

const NO_LISTS: PlanLists = {
  findings: [],
  vulnerabilities: [],
  actions: [],
  residual: [],
  introduced: [],
  remaining: [],
};

function listsOf({ findings, vulnerabilities, plan, prediction }: PackedPlan): PlanLists {
  const { actions, residual } = plan;
  const { introduced, remaining } = prediction;
  return { findings, vulnerabilities, actions, residual, introduced, remaining };
}

function withLists(packed: PackedPlan, lists: PlanLists): PackedPlan {
  const { findings, vulnerabilities, actions, residual, introduced, remaining } = lists;
  const plan = { ...packed.plan, actions, residual };
  return { ...packed, findings, vulnerabilities, plan, prediction: { ...packed.prediction, introduced, remaining } };
}

export async function pack(text: string): Promise<Buffer> {
  return await compress(text);
}

/** Expects `PLAN_FORMAT_VERSION`. */
export async function unpackPlan(packed: Buffer): Promise<PackedPlan> {
  const bytes = await decompress(packed);
  const lists: Record<string, unknown[]> = {};
  let head: PackedPlan | undefined;
  const turn = createYielder();
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf('\n', start);
    const end = found === -1 ? bytes.length : found;
    const line: unknown = JSON.parse(bytes.toString('utf8', start, end));
    if (head === undefined) head = line as PackedPlan;
    else {
      const [name, elements] = line as [string, unknown[]];
      (lists[name] ??= []).push(...elements);
    }
    start = end + 1;
    await turn();
  }
  if (head === undefined) throw new Error('The stored plan is empty.');
  return withLists(head, { ...NO_LISTS, ...lists });
}

/** Expects `CHECK_FORMAT_VERSION`. */
export async function unpackCheck(packed: Buffer): Promise<PlanCheck> {
  return JSON.parse((await decompress(packed)).toString()) as PlanCheck;
}
