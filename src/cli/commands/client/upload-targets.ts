/** Where each file of an upload goes: service, version, image and slot, which can contain the name or the folder of the file. */
import { basename, dirname, resolve } from 'node:path';
import type { WireReceipt } from '../../../api/contract/services/sbom.ts';
import { USAGE_INVALID } from '../../errors.ts';
import type { Build } from '../../client/detect-build.ts';
import { STANDARD_INPUT } from '../../documents/find-documents.ts';

export interface TargetOptions {
  readonly service: string | undefined;
  readonly version: string | undefined;
  readonly image: string | undefined;
  readonly slot: string | undefined;
}

export interface UploadTarget {
  readonly file: string;
  readonly service: string;
  /** Undefined: named by the image. */
  readonly version: string | undefined;
  readonly image: string | undefined;
  readonly slot: string | undefined;
}

/** The outcome for one file: neither receipt nor error if the command was interrupted. */
export interface Upload {
  readonly target: UploadTarget;
  readonly receipt?: WireReceipt;
  readonly error?: Error;
}

export function toTargets(options: TargetOptions, files: readonly string[], build: Build): readonly UploadTarget[] {
  const { service, image, slot } = options;
  if (service === undefined) throw USAGE_INVALID({ problem: '"assay upload" requires --service.' });
  // An image names its version, so the commit is used only without one.
  const version = options.version ?? (image === undefined ? (build.tag ?? build.commit) : undefined);
  if (version === undefined && image === undefined)
    throw USAGE_INVALID({
      problem: '"assay upload" requires --version or --image: no CI variable or git repository names the commit.',
    });
  if (image !== undefined && files.length > 1 && !image.includes('{'))
    throw USAGE_INVALID({
      problem: `--image describes one SBOM, but ${files.length} were found. Use {name}, for example --image "registry.example.com/{name}".`,
    });
  return files.map((file) => ({
    file,
    service: fill(service, file),
    version: version === undefined ? undefined : fill(version, file),
    image: image === undefined ? undefined : fill(image, file),
    slot: slot === undefined ? undefined : fill(slot, file),
  }));
}

const ENDINGS = [/\.(gz|zst)$/i, /\.json$/i, /\.(cdx|cyclonedx|spdx|s?bom)$/i];

function fill(template: string, file: string): string {
  const isFile = file !== STANDARD_INPUT;
  const name = isFile ? ENDINGS.reduce((rest, ending) => rest.replace(ending, ''), basename(file)) : 'stdin';
  const folder = isFile ? basename(dirname(resolve(file))) : 'stdin';
  return template.replaceAll('{name}', name).replaceAll('{folder}', folder);
}
