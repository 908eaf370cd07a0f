/** Upload of a file to the API with progress, which `fetch` cannot report. */
import type { WireError } from '../../../src/api/contract/error.ts';
import type { WireReceipt } from '../../../src/api/contract/services/sbom.ts';
import { ApiFailure, recordOrganizationChange, toPath } from '../../api/api-client.ts';
import { organizationHeader } from '../../api/shown-organization.ts';

export interface Upload {
  readonly service: string;
  readonly version: string;
  readonly file: Blob;
}

/** `onProgress` receives the share of the file that was sent, 0 to 1. */
export async function sendSbom(upload: Upload, onProgress: (share: number) => void): Promise<WireReceipt> {
  const { service, version, file } = upload;
  const request = new XMLHttpRequest();
  const ended = Promise.withResolvers<void>();
  request.open('POST', `/api/v2${toPath('service', service, 'version', version, 'sbom')}`);
  request.setRequestHeader('content-type', 'application/json');
  for (const [name, value] of Object.entries(organizationHeader())) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
  request.addEventListener('loadend', () => ended.resolve());
  request.send(file);
  await ended.promise;
  if (request.status === 200) return JSON.parse(request.responseText) as WireReceipt;
  throw recordOrganizationChange(toFailure(request));
}

function toFailure({ status, responseText }: XMLHttpRequest): ApiFailure {
  const wire = parse(responseText);
  return new ApiFailure({
    status,
    code: wire.code ?? (status === 0 ? 'UNREACHABLE' : `HTTP_${status}`),
    message: wire.errorMessage ?? 'The server is not responding.',
    requestId: wire.requestId,
  });
}

/** A proxy may respond in its own format. */
function parse(text: string): Partial<WireError> {
  try {
    return JSON.parse(text) as Partial<WireError>;
  } catch {
    return {};
  }
}
