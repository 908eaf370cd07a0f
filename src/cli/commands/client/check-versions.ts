/** After an upload: waits for the analyses of the versions, counts their findings and asks their gates. */
import type { WireFindingSummary } from '../../../api/contract/findings/finding.ts';
import type { WireGate } from '../../../api/contract/history/gate.ts';
import type { AssayClient } from '../../../client/assay-client.ts';
import type { GateSeverity } from '../../../core/vocabulary/severity.ts';
import { inParallel } from '../../client/in-parallel.ts';
import { toNumber } from '../../client/to-number.ts';
import { waitForGate } from '../../client/wait-for-gate.ts';
import type { ProgressLine } from '../../terminal/progress-line.ts';
import type { Upload } from './upload-targets.ts';

export interface CheckOptions {
  readonly wait: boolean;
  readonly 'wait-seconds': string;
  readonly gate: boolean;
  readonly 'fail-on': GateSeverity | undefined;
  readonly 'new-since': string | undefined;
}

interface UploadedVersion {
  readonly service: string;
  readonly name: string;
  readonly path: { readonly service: string; readonly version: string };
}

export interface CheckedVersion extends UploadedVersion {
  readonly summary: WireFindingSummary;
  /** The result that counts only with `--gate`. */
  readonly gate: WireGate;
  readonly isGated: boolean;
}

/** Each version once, in the order of the files. */
export function listVersions(uploads: readonly Upload[]): readonly UploadedVersion[] {
  const versions = new Map<string, UploadedVersion>();
  for (const { target, receipt } of uploads) {
    if (receipt === undefined) continue;
    const { serviceId, versionId, versionName } = receipt;
    const path = { service: serviceId, version: versionId };
    versions.set(versionId, { service: target.service, name: `${target.service} ${versionName}`, path });
  }
  return [...versions.values()];
}

interface CheckFrame {
  readonly values: CheckOptions;
  readonly parallel: number;
  readonly signal: AbortSignal;
  readonly progress: ProgressLine;
}

/** Returns nothing unless the command waits or has a gate. */
export async function checkVersions(
  client: AssayClient,
  versions: readonly UploadedVersion[],
  { values, parallel, signal, progress }: CheckFrame,
): Promise<readonly CheckedVersion[]> {
  const isGated = values.gate || values['fail-on'] !== undefined || values['new-since'] !== undefined;
  if (!values.wait && !isGated) return [];
  const waitSeconds = toNumber('--wait-seconds', values['wait-seconds'], { min: 0, max: 86_400 });
  const conditions = { severity: values['fail-on'], newSince: values['new-since'] };
  let finished = 0;
  progress.follow(() => `Waiting for analyses: ${finished} of ${versions.length} finished`);
  return await inParallel(versions, parallel, async (version) => {
    const { path } = version;
    const gate = await waitForGate(client, { path, conditions, waitSeconds, signal });
    const summary = await client.call('getVersionFindingSummary', { path });
    finished += 1;
    return { ...version, gate, summary, isGated };
  });
}
