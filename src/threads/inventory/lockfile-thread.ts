/** Thread entry of `parseInventory` for lockfiles. Separate, because it loads parsers of YAML and TOML that no SBOM needs. */
import type { SetContext } from '../../core/match/components/component-set.ts';
import { LOCKFILE_INVALID } from '../../core/sbom/errors.ts';
import { LOCKFILE_KINDS, type LockfileKind } from '../../core/sbom/lockfile/lockfile-kinds.ts';
import { parseLockfile } from '../../core/sbom/lockfile/parse-lockfile.ts';
import { decodeUtf8 } from '../json/parse-json.ts';
import { answerJobs } from '../pool/answer-jobs.ts';
import { sendParts } from './send-parts.ts';

export interface LockfileRequest extends SetContext {
  readonly bytes: Uint8Array;
  readonly lockfile: LockfileKind;
}

answerJobs(async ({ bytes, lockfile, distroOverride, image }: LockfileRequest, emit) => {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw LOCKFILE_INVALID({ problem: 'it is not UTF-8', command: LOCKFILE_KINDS[lockfile] });
  await sendParts(parseLockfile(text, lockfile), { distroOverride, image }, emit);
});
