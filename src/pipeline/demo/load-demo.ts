/**
 * Loads the demo: services with a history, uploaded normally and analyzed one version after the other, so that each is compared
 * with the one before it. Loading it again changes nothing, and an interrupted load is completed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseImageReference } from '../../core/naming/image-reference.ts';
import { inspectSbom } from '../../core/sbom/scan/inspect-sbom.ts';
import { createScanner } from '../../core/sbom/scan/scan-document.ts';
import { slotOf } from '../../core/sbom/subject/slot.ts';
import { findAnalysis } from '../../store/findings/analyses/list-analyses.ts';
import { findService } from '../../store/portfolio/services.ts';
import type { Spool } from '../../store/portfolio/blobs/spool.ts';
import { findVersionId } from '../../store/portfolio/versions/versions.ts';
import { createService } from '../portfolio/change-service.ts';
import { setAlias } from '../portfolio/change-version.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { receiveSbom, type Receipt } from '../upload/receive-sbom.ts';
import type { DemoService } from './demo-service.ts';
import { DEMO_SERVICES, toSteps, type DemoStep, type DemoUpload } from './demo-services.ts';
import { listOrganizations } from '../../store/people/organizations.ts';

export interface DemoDeps extends PipelineDeps {
  readonly spool: Spool;
  /** Stops loading between two uploads. */
  readonly signal?: AbortSignal | undefined;
}

export interface DemoReport {
  readonly services: number;
  readonly versions: number;
  /** True if everything was already loaded. */
  readonly unchanged: boolean;
}

const ORIGIN = 'https://git.example.com/shop';
const TAG = 'demo';

/** The loaded part of the demo, per service. */
export interface DemoState {
  readonly name: string;
  readonly id: string | null;
  readonly versions: number;
  readonly versionsTotal: number;
}

export async function listDemoStates(deps: PipelineDeps, caller: Caller): Promise<DemoState[]> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const states: DemoState[] = [];
    for (const { name, versions } of DEMO_SERVICES) {
      const service = await findService(tx, name, caller.services);
      const count = service?.versionCount ?? 0;
      states.push({ name, id: service?.id ?? null, versions: count, versionsTotal: versions.length });
    }
    return states;
  });
}

export async function loadDemo(deps: DemoDeps, caller: Caller): Promise<DemoReport> {
  const missing: { readonly service: DemoService; readonly steps: readonly DemoStep[] }[] = [];
  for (const service of DEMO_SERVICES) {
    if (!(await isComplete(deps, caller, service))) missing.push({ service, steps: toSteps(service) });
  }
  if (missing.length > 0) await recordLoading(deps, caller);
  const rounds = Math.max(0, ...missing.map(({ steps }) => steps.length));
  for (let round = 0; round < rounds; round += 1) {
    const receipts: (Receipt | undefined)[] = [];
    for (const { service, steps } of missing) {
      const step = steps[round];
      if (step !== undefined) receipts.push(await uploadVersion(deps, caller, service, step));
    }
    for (const receipt of receipts) if (receipt !== undefined) await waitForAnalysis(deps, caller, receipt);
  }
  return {
    services: DEMO_SERVICES.length,
    versions: DEMO_SERVICES.reduce((sum, { versions }) => sum + versions.length, 0),
    unchanged: missing.length === 0,
  };
}

/** Versions are uploaded in order: if the last one exists, all do, or were deleted by a user. */
async function isComplete(deps: DemoDeps, caller: Caller, { name, versions }: DemoService): Promise<boolean> {
  const last = versions.at(-1)?.name ?? '';
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const service = await findService(tx, name, caller.services);
    return service !== undefined && (await findVersionId(tx, service.id, last)) !== undefined;
  });
}

async function recordLoading(deps: DemoDeps, caller: Caller): Promise<void> {
  const names = DEMO_SERVICES.map(({ name }) => name);
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const after = { services: names };
    await recordChange(deps, tx, caller, {
      at: nowOf(deps),
      action: 'demo.loaded',
      kind: 'organization',
      id: caller.orgId,
      after,
    });
  });
  for (const name of names) {
    const known = await deps.database.inOrg(caller.orgId, async (tx) => await findService(tx, name, caller.services));
    if (known === undefined) await createService(deps, caller, name);
  }
}

/** Returns the receipt of the last document: its analysis covers all of them. */
async function uploadVersion(
  deps: DemoDeps,
  caller: Caller,
  { name: service }: DemoService,
  { version, uploads }: DemoStep,
): Promise<Receipt | undefined> {
  let last: Receipt | undefined;
  for (const upload of uploads) {
    deps.signal?.throwIfAborted();
    last = await receive(deps, caller, { service, version, upload });
  }
  if (last === undefined || last.deduplicated) return last;
  for (const alias of version.aliases ?? []) await setAlias(deps, caller, { service, version: version.name }, alias);
  return last;
}

async function receive(
  deps: DemoDeps,
  caller: Caller,
  { service, version, upload }: { service: string; version: DemoStep['version']; upload: DemoUpload },
): Promise<Receipt> {
  const bytes = Buffer.from(upload.text);
  const scanner = createScanner();
  scanner.push(bytes);
  const facts = scanner.end();
  const writer = deps.spool.open(bytes.length);
  await writer.write(bytes);
  const document = await writer.finish();
  try {
    const inspected = inspectSbom(facts);
    const image = upload.image === null ? undefined : parseImageReference(upload.image);
    const sha256 = document.sha256.toString('hex');
    return await receiveSbom(deps, caller, {
      service,
      version: version.name,
      document,
      inspected,
      warnings: inspected.warnings,
      attestation: null,
      slot: slotOf({ slot: upload.slot, image, subject: undefined, origin: undefined, sha256 }),
      image: image?.text ?? null,
      distro: null,
      git: { branch: version.branch ?? 'main', commitSha: null, origin: `${ORIGIN}/${service}.git` },
      tags: [TAG, ...(version.tags ?? [])],
    });
  } finally {
    await document.close();
  }
}

const LOOK_EVERY_MS = 50;
/** Longer than any of these analyses takes. If no worker runs, the next version is still loaded. */
const PATIENCE_MS = 60_000;

async function waitForAnalysis(deps: DemoDeps, caller: Caller, { analysisId }: Receipt): Promise<void> {
  if (analysisId === null) return;
  for (const untilMs = deps.now() + PATIENCE_MS; deps.now() < untilMs; await delay(LOOK_EVERY_MS)) {
    deps.signal?.throwIfAborted();
    const analysis = await deps.database.inOrg(caller.orgId, async (tx) => await findAnalysis(tx, analysisId, 'all'));
    if (analysis === undefined || analysis.finishedAt !== null) return;
  }
}

const ACTOR = { kind: 'system', id: 'demo', name: 'demo' } as const;

interface StartedDemo {
  readonly loaded: Promise<DemoReport>;
  readonly stop: () => Promise<void>;
}

/** Loads the demo in the background when Assay starts, into the oldest organization; it stops when Assay stops. */
export function startDemo(deps: Omit<DemoDeps, 'signal'>): StartedDemo {
  const ending = new AbortController();
  const load = async (): Promise<DemoReport> => {
    const [organization] = await deps.database.reference(async (tx) => await listOrganizations(tx, undefined, 1));
    if (organization === undefined) throw new Error('There is no organization, although the first start creates one.');
    const caller = { orgId: organization.id, actor: ACTOR, services: 'all', requestId: deps.newId() } as const;
    return await loadDemo({ ...deps, signal: ending.signal }, caller);
  };
  const loaded = load();
  return {
    loaded,
    stop: async () => {
      ending.abort();
      await loaded.catch(() => {});
    },
  };
}
