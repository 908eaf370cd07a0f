/** Upload of a file from this computer, with the same API that a pipeline uses. */
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { DropZone } from '../../parts/actions/drop-zone.tsx';
import { fieldText } from '../../parts/actions/form-field.ts';
import { Problem } from '../../parts/feedback/problem.tsx';
import { usePermission } from '../../session/session.ts';
import { suggestNames, type SuggestedNames } from './suggest-names.ts';
import styles from './first-run.module.css';
import type { WireError } from '../../../src/api/contract/error.ts';
import type { WireReceipt } from '../../../src/api/contract/services/sbom.ts';
import { ApiFailure, recordOrganizationChange, toPath } from '../../api/api-client.ts';
import { organizationHeader } from '../../api/shown-organization.ts';

/** Larger documents are not parsed for names, which are quickly typed. */
const LOOKED_INTO_BYTES_MAX = 50_000_000;

interface Chosen {
  readonly file: File;
  readonly names: SuggestedNames;
}

export function DropStep() {
  const [chosen, setChosen] = useState<Chosen>();
  const permission = usePermission('sbom:upload');
  const choose = async (file: File): Promise<void> => {
    const text = file.size > LOOKED_INTO_BYTES_MAX ? '' : await file.text();
    setChosen({ file, names: suggestNames(text, file.name) });
  };
  return (
    <>
      <h2>Upload a file</h2>
      {permission.isAllowed ? (
        <DropZone
          what="an SBOM"
          hint="CycloneDX or SPDX, as JSON"
          accept=".json,application/json"
          file={chosen?.file}
          onFile={(file) => void choose(file)}
        />
      ) : (
        <p className={styles.muted}>{permission.reason}</p>
      )}
      {chosen !== undefined && <SendForm key={`${chosen.file.name} ${chosen.file.lastModified}`} {...chosen} />}
    </>
  );
}

function SendForm({ file, names }: Chosen) {
  const navigate = useNavigate();
  const [share, setShare] = useState(0);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (upload: Upload) => await sendSbom(upload, setShare),
    onSuccess: async (receipt, { service }) =>
      await navigate({
        to: '/services/$service/versions/$version',
        params: { service, version: receipt.versionName },
      }),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    mutate({ file, service: fieldText(form, 'service').trim(), version: fieldText(form, 'version').trim() });
  };
  return (
    <form onSubmit={onSubmit} className={styles.names}>
      <TextInput name="service" label="Service" required withAsterisk={false} defaultValue={names.service} />
      <TextInput name="version" label="Version" required withAsterisk={false} defaultValue={names.version} />
      <div className={styles.row}>
        <Button type="submit" loading={isPending}>
          Upload
        </Button>
      </div>
      {isPending && (
        <progress value={share} aria-label="Upload">
          {Math.round(share * 100)} %
        </progress>
      )}
      {error !== null && <Problem error={error} />}
    </form>
  );
}

interface Upload extends SuggestedNames {
  readonly file: Blob;
}

/** Reports the share of the file that was sent, 0 to 1, which `fetch` cannot. */
async function sendSbom({ service, version, file }: Upload, onProgress: (share: number) => void): Promise<WireReceipt> {
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
  const wire = parseError(responseText);
  return new ApiFailure({
    status,
    code: wire.code ?? (status === 0 ? 'UNREACHABLE' : `HTTP_${status}`),
    message: wire.errorMessage ?? 'The server is not responding.',
    requestId: wire.requestId,
  });
}

/** A proxy may respond in its own format. */
function parseError(text: string): Partial<WireError> {
  try {
    return JSON.parse(text) as Partial<WireError>;
  } catch {
    return {};
  }
}
