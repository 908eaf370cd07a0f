/** VEX import and export for a version, and the documents that apply to it. */
import { useMutation, useQuery, useQueryClient, queryOptions, type QueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button, NativeSelect } from '@mantine/core';
import type { WireVexDocument, WireVexReceipt } from '../../../src/api/contract/findings/vex.ts';
import { Disclosure } from '../../parts/dialogs/disclosure.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { DropZone } from '../../parts/actions/drop-zone.tsx';
import { saveFile } from '../../parts/actions/save-file.ts';
import { latestAnalysisKey } from '../../queries/services/analyses.ts';
import { type VersionAddress, versionKey, versionPath } from '../../queries/services/versions.ts';
import { Age } from '../../parts/values/age.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { usePermission } from '../../session/session.ts';
import { SCOPE_LABELS } from '../../text/findings/decision-text.ts';
import { TRUST_LABELS } from '../../text/findings/relevance-text.ts';
import { countOf } from '../../text/format/counts.ts';
import { change, changeVersioned, fetchFile, getList, toPath } from '../../api/api-client.ts';
import linkStyles from '../../parts/actions/link-button.module.css';
import formStyles from '../../parts/actions/form.module.css';
import styles from './vex.module.css';

const FORMS = [
  { format: 'cyclonedx', name: 'Export CycloneDX VEX', ending: 'vex.cdx.json' },
  { format: 'openvex', name: 'Export OpenVEX', ending: 'openvex.json' },
] as const;

const FORMAT_LABELS: Readonly<Record<WireVexDocument['format'], string>> = {
  cyclonedx: 'CycloneDX VEX',
  openvex: 'OpenVEX',
  csaf: 'CSAF VEX',
};

export function VexMenu({ address, name }: { readonly address: VersionAddress; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ({ format, ending }: (typeof FORMS)[number]) =>
      saveFile(await exportVex(address, format), `${name}.${ending}`),
  });
  return (
    <>
      <Disclosure label={isPending ? 'Exporting' : 'VEX'} align="end">
        {FORMS.map((form) => (
          <button key={form.format} type="button" onClick={() => mutate(form)}>
            {form.name}
          </button>
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Manage documents
        </button>
        {error !== null && <Problem error={error} />}
      </Disclosure>
      {isOpen && <VexDialog address={address} onClose={() => setOpen(false)} />}
    </>
  );
}

type VexScope = WireVexDocument['scope'];

const DOCUMENTS_SHOWN = 200;

/** Documents that apply to a version, narrowest scope first: version, service, organization. */
function vexDocuments(address: VersionAddress) {
  return queryOptions({
    queryKey: [...versionKey(address), 'vex'],
    queryFn: async ({ signal }) => {
      const read = async (path: string): Promise<readonly WireVexDocument[]> =>
        (await getList<WireVexDocument>(path, signal, { limit: DOCUMENTS_SHOWN })).items;
      const [ofVersion, ofService, all] = await Promise.all([
        read(`${versionPath(address)}/vex`),
        read(`${toPath('service', address.service)}/vex`),
        read('/vex'),
      ]);
      const lists = [ofVersion, ofService, all?.filter(({ scope }) => scope === 'organization')];
      return [...new Map(lists.flatMap((list) => list ?? []).map((each) => [each.id, each])).values()];
    },
  });
}

/** Statements of trusted authors start a new analysis. */
async function refreshVex(queryClient: QueryClient, address: VersionAddress): Promise<void> {
  await Promise.all(
    [vexDocuments(address).queryKey, latestAnalysisKey(address)].map(
      async (queryKey) => await queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

async function importVex(address: VersionAddress, scope: VexScope, file: Blob): Promise<WireVexReceipt> {
  return (await changeVersioned<WireVexReceipt>('POST', toImportPath(address, scope), { file })).body;
}

async function exportVex(address: VersionAddress, format: WireVexDocument['format']): Promise<Blob> {
  return await fetchFile(`${versionPath(address)}/vex`, { format }, 'application/json');
}

async function deleteVex(id: string): Promise<void> {
  await change('DELETE', toPath('vex', id));
}

function toImportPath(address: VersionAddress, scope: VexScope): string {
  if (scope === 'organization') return '/vex';
  return scope === 'service' ? `${toPath('service', address.service)}/vex` : `${versionPath(address)}/vex`;
}

function describeReceipt({ deduplicated, statementCount, author, trust, reanalyzed }: WireVexReceipt): string {
  if (deduplicated) return 'This document was already imported. No changes.';
  const imported = `Imported ${countOf(statementCount, 'statement')} by ${author === '' ? 'unnamed author' : author}.`;
  if (trust === 'none')
    return `${imported} The author is not trusted, so the statements have no effect. An admin can add trusted authors in the settings.`;
  return `${imported} Re-analyzing ${countOf(reanalyzed, 'version')}.`;
}

function VexDialog({ address, onClose }: { readonly address: VersionAddress; readonly onClose: () => void }) {
  const { data, error } = useQuery(vexDocuments(address));
  return (
    <Dialog title="VEX documents" onClose={onClose}>
      <div className={styles.sections}>
        <Import address={address} />
        <LoadingOrProblem data={data} error={error} rows={2} />
        {data?.length === 0 && <p className={styles.muted}>No VEX documents yet.</p>}
        {data !== undefined && data.length > 0 && (
          <ul className={styles.documents} aria-label="Documents">
            {data.map((document) => (
              <li key={document.id} className={styles.document}>
                <Document document={document} address={address} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function Import({ address }: { readonly address: VersionAddress }) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File>();
  const [scope, setScope] = useState<VexScope>('version');
  const { reason } = usePermission('triage');
  const isAdmin = usePermission('settings:write').isAllowed;
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (document: Blob) => await importVex(address, scope, document),
    onSuccess: async () => await refreshVex(queryClient, address),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (file !== undefined) mutate(file);
  };
  if (reason !== undefined) return <p className={styles.muted}>{reason}</p>;
  return (
    <form onSubmit={onSubmit} className={formStyles.form}>
      <p className={styles.muted}>
        Statements of trusted authors apply to current and later findings. Others are only shown.
      </p>
      <DropZone
        what="a VEX document"
        hint="CycloneDX VEX, OpenVEX or CSAF VEX, as JSON"
        accept=".json,application/json"
        file={file}
        onFile={setFile}
      />
      <NativeSelect
        label="Scope"
        value={scope}
        data={Object.entries(SCOPE_LABELS)
          .filter(([value]) => isAdmin || value !== 'organization')
          .map(([value, label]) => ({ value, label }))}
        onChange={(event) => setScope(event.currentTarget.value as VexScope)}
      />
      <Button type="submit" variant="default" loading={isPending} disabled={file === undefined}>
        Import
      </Button>
      {data !== undefined && <Receipt receipt={data} />}
      {error !== null && <Problem error={error} />}
    </form>
  );
}

function Receipt({ receipt }: { readonly receipt: WireVexReceipt }) {
  return (
    <div aria-live="polite">
      <Notice kind={receipt.trust === 'none' ? 'doubtful' : 'neutral'}>
        <UntrustedText text={describeReceipt(receipt)} charactersMax={400} />
      </Notice>
    </div>
  );
}

function Document({ document, address }: { readonly document: WireVexDocument; readonly address: VersionAddress }) {
  const { id, author, trust, scope, format, issuedAt, statementCount, warnings, createdAt } = document;
  const queryClient = useQueryClient();
  const { isAllowed } = usePermission(scope === 'organization' ? 'settings:write' : 'triage');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => await deleteVex(id),
    onSuccess: async () => await refreshVex(queryClient, address),
  });
  return (
    <>
      <p>
        <b>
          <UntrustedText text={author === '' ? 'Unnamed author' : author} charactersMax={120} />
        </b>
        , {TRUST_LABELS[trust]}
      </p>
      <p className={styles.muted}>
        {FORMAT_LABELS[format]} issued {issuedAt.slice(0, 10)}, {countOf(statementCount, 'statement')},{' '}
        {SCOPE_LABELS[scope].toLowerCase()}, received <Age instant={createdAt} />
      </p>
      {warnings.length > 0 && (
        <ul className={styles.warnings}>
          {warnings.map(({ code, text, count }) => (
            <li key={code}>
              <UntrustedText text={text} charactersMax={240} /> ({count})
            </li>
          ))}
        </ul>
      )}
      {isAllowed && (
        <button type="button" className={linkStyles.link} disabled={isPending} onClick={() => mutate()}>
          Delete
        </button>
      )}
      {error !== null && <Problem error={error} />}
    </>
  );
}
