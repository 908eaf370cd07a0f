/**
 * `assay upload`: sends SBOMs to a running Assay, several at a time. Uploads are idempotent, so an interrupted command is repeated as
 * it is: files that are stored already change nothing.
 */
import type { WireReceipt } from '../../../api/contract/services/sbom.ts';
import type { AssayClient } from '../../../client/assay-client.ts';
import { RequestError, SERVER_UNREACHABLE } from '../../../client/errors.ts';
import { loadBuildEnvironment } from '../../../config/client-environment.ts';
import { AssayError } from '../../../core/errors.ts';
import { connect, type ConnectionOptions } from '../../client/connect.ts';
import { detectBuild, type Build } from '../../client/detect-build.ts';
import { inParallel } from '../../client/in-parallel.ts';
import { openFile } from '../../client/send-file.ts';
import { toNumber } from '../../client/to-number.ts';
import { chooseFormat } from '../../client/choose-format.ts';
import { findDocuments } from '../../documents/find-documents.ts';
import { UPLOAD_INTERRUPTED, UPLOADS_FAILED } from '../../errors.ts';
import { ERROR_EXIT_CODE, INTERRUPTED_EXIT_CODE } from '../../exit-codes.ts';
import { untilInterrupted } from '../../terminal/interruption.ts';
import { createProgressLine, type ProgressLine } from '../../terminal/progress-line.ts';
import { checkVersions, listVersions, type CheckOptions } from './check-versions.ts';
import { reportUploads } from './report-uploads.ts';
import { toTargets, type TargetOptions, type Upload, type UploadTarget } from './upload-targets.ts';

export interface UploadOptions extends TargetOptions, ConnectionOptions, CheckOptions {
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly origin: string | undefined;
  readonly git: 'auto' | 'off';
  readonly distro: string | undefined;
  readonly tag: readonly string[] | undefined;
  readonly parallel: string;
  readonly json: boolean;
  readonly markdown: boolean;
}

export async function upload(values: UploadOptions, inputs: readonly string[]): Promise<void> {
  const format = chooseFormat(values, ['json', 'markdown']);
  const parallel = toNumber('--parallel', values.parallel, { min: 1, max: 16 });
  const build = await toBuild(values);
  const targets = toTargets(values, await findDocuments(inputs), build);
  await untilInterrupted(async (signal) => {
    const progress = createProgressLine(process.stderr);
    let uploads: readonly Upload[] = [];
    try {
      const client = await connect(values, { signal, note: (line) => progress.note(line) });
      const frame = { client, values, build, parallel, signal, progress };
      uploads = await uploadAll(targets, frame);
      const checked = signal.aborted ? [] : await checkVersions(client, listVersions(uploads), frame);
      progress.end();
      signal.throwIfAborted();
      throwCommonProblem(uploads);
      await reportUploads(format, uploads, checked);
      const failed = uploads.filter(({ error }) => error !== undefined).length;
      if (failed > 0) {
        process.exitCode = ERROR_EXIT_CODE;
        throw UPLOADS_FAILED({ failed, total: uploads.length });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      process.exitCode = INTERRUPTED_EXIT_CODE;
      const uploaded = uploads.filter(({ receipt }) => receipt !== undefined).length;
      throw UPLOAD_INTERRUPTED({ uploaded, total: targets.length }, { cause: error });
    } finally {
      progress.end();
    }
  });
}

/** Values of the command line come before detected ones. */
async function toBuild({ git, branch, commit, origin }: UploadOptions): Promise<Build> {
  const detected = git === 'off' ? {} : await detectBuild(loadBuildEnvironment());
  return {
    ...detected,
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && { commit }),
    ...(origin !== undefined && { origin }),
  };
}

interface UploadFrame {
  readonly client: AssayClient;
  readonly values: UploadOptions;
  readonly build: Build;
  readonly parallel: number;
  readonly signal: AbortSignal;
  readonly progress: ProgressLine;
}

async function uploadAll(targets: readonly UploadTarget[], frame: UploadFrame): Promise<readonly Upload[]> {
  const { parallel, signal, progress } = frame;
  let finished = 0;
  let fatal: Error | undefined;
  progress.follow(() => `Uploading: ${finished} of ${targets.length} files`);
  return await inParallel(targets, parallel, async (target): Promise<Upload> => {
    // What stopped one upload would stop all others, after as many retries.
    if (fatal !== undefined) return { target, error: fatal };
    if (signal.aborted) return { target };
    try {
      const receipt = await uploadOne(target, frame);
      finished += 1;
      return { target, receipt };
    } catch (error) {
      if (signal.aborted) return { target };
      if (!(error instanceof AssayError)) throw error;
      if (!isFatal(error)) return { target, error };
      fatal ??= error;
      return { target, error: fatal };
    }
  });
}

const FATAL_STATUSES: ReadonlySet<number> = new Set([401, 403]);

function isFatal(error: AssayError): boolean {
  if (error instanceof RequestError) return FATAL_STATUSES.has(error.status);
  return error.code === SERVER_UNREACHABLE.code;
}

async function uploadOne(target: UploadTarget, { client, values, build }: UploadFrame): Promise<WireReceipt> {
  const { file, service, version, image, slot } = target;
  const query = {
    image,
    slot,
    distro: values.distro,
    tag: values.tag,
    git_branch: build.branch,
    git_commit_sha: build.commit,
    git_origin: build.origin,
  };
  const body = await openFile(file);
  if (version === undefined) return await client.call('uploadSbomByQuery', { path: { service }, query }, { body });
  return await client.call('uploadSbom', { path: { service, version }, query }, { body });
}

/** A problem of all files, such as a wrong token, is the only thing to report. */
function throwCommonProblem(uploads: readonly Upload[]): void {
  const problems = new Set(uploads.map(({ error }) => error));
  const [only] = problems;
  if (only !== undefined && problems.size === 1) throw only;
}
