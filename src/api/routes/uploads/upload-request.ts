/** The parameters of an upload, from its path and query: validated, normalized, and free of secrets. */
import { withoutUserInfo } from '../../../core/naming/git-origin.ts';
import { parseImageReference, type ImageReference } from '../../../core/naming/image-reference.ts';
import { toName } from '../../../core/naming/name.ts';
import type { GitFacts } from '../../../store/portfolio/versions/versions.ts';
import { toReference } from '../../http/path-parameters.ts';
import type { UploadQuery } from '../../contract/services/sbom.ts';
import { PARAMETER_INVALID } from '../../errors.ts';

export interface UploadRequest {
  readonly service: string;
  readonly version: string;
  readonly image: string | null;
  readonly imageReference: ImageReference | undefined;
  readonly explicitSlot: string | undefined;
  readonly distro: string | null;
  readonly git: GitFacts;
  readonly tags: readonly string[];
  readonly waitSeconds: number;
  readonly strict: boolean;
}

/** `version` is undefined on the second path if only an image is given: then the whole reference is the name of the version. */
export function parseUploadRequest(service: string, version: string | undefined, query: UploadQuery): UploadRequest {
  const serviceReference = toReference('service name', service);
  const image = query.image === undefined ? undefined : parseImageReference(query.image);
  return {
    service: serviceReference,
    version: toReference('version name', versionOf(version, image)),
    image: image?.text ?? null,
    imageReference: image,
    explicitSlot: query.slot === undefined ? undefined : toName('slot', query.slot),
    distro: query.distro ?? null,
    git: {
      branch: textOf(query.git_branch),
      commitSha: textOf(query.git_commit_sha),
      origin: query.git_origin === undefined ? null : textOf(withoutUserInfo(query.git_origin)),
    },
    tags: [...new Set(query.tag ?? [])],
    waitSeconds: query.wait ?? 0,
    strict: query.validate === 'strict',
  };
}

function versionOf(version: string | undefined, image: ImageReference | undefined): string {
  if (version !== undefined) return version;
  if (image !== undefined) return image.text;
  throw PARAMETER_INVALID({
    summary: 'Send "version" or "image" to name the version of the SBOM.',
  });
}

const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;

/** An unset variable in a CI pipeline arrives as an empty text. */
function textOf(text: string | undefined): string | null {
  const clean = text?.replaceAll(UNSTORABLE, '\ufffd').trim();
  return clean === undefined || clean === '' ? null : clean;
}
