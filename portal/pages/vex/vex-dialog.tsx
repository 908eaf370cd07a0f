/** VEX documents that apply to a version, and a form to upload another one. */
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import type { WireVexDocument, WireVexReceipt } from '../../../src/api/contract/findings/vex.ts';
import { Age } from '../../parts/values/age.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { deleteVex, importVex, vexDocuments, type VexScope } from './vex-queries.ts';
import { usePermission } from '../../session/session.ts';
import { countOf } from '../../text/format/counts.ts';
import formStyles from '../../parts/actions/form.module.css';
import styles from './vex.module.css';

// Texts for VEX documents: scope, trust, and the result of an import.
const VEX_SCOPE_LABELS: Readonly<Record<WireVexDocument['scope'], string>> = {
  version: 'This version',
  service: 'Entire service',
  organization: 'Entire organization',
};

const VEX_TRUST_LABELS: Readonly<Record<WireVexDocument['trust'], string>> = {
  organization: 'trusted as the organization',
  supplier: 'trusted supplier',
  none: 'not trusted, no effect',
};

function describeReceipt({ deduplicated, statementCount, author, trust, reanalyzed }: WireVexReceipt): string {
  if (deduplicated) return 'This document was already imported. No changes.';
  const imported = `Imported ${countOf(statementCount, 'statement')} by ${author === '' ? 'unnamed author' : author}.`;
  if (trust === 'none')
    return `${imported} The author is not trusted, so the statements have no effect. An admin can add trusted authors in the settings.`;
  return `${imported} Re-analyzing ${countOf(reanalyzed, 'version')}.`;
}

export function VexDialog({ address, onClose }: { readonly address: VersionAddress; readonly onClose: () => void }) {
  const { data, error } = useQuery(vexDocuments(address));
  return (
    <Dialog title="VEX documents" onClose={onClose}>
      <div className={styles.sections}>
        <Import address={address} />
        {error !== null && <Problem error={error} />}
        {data === undefined && error === null && <Loading rows={2} />}
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
  const file = useRef<HTMLInputElement>(null);
  const [scope, setScope] = useState<VexScope>('version');
  const { reason } = usePermission('triage');
  const isAdmin = usePermission('settings:write').isAllowed;
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (document: Blob) => await importVex(address, scope, document),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: vexDocuments(address).queryKey }),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const [document] = file.current?.files ?? [];
    if (document !== undefined) mutate(document);
  };
  if (reason !== undefined) return <p className={styles.muted}>{reason}</p>;
  return (
    <form onSubmit={onSubmit} className={formStyles.form}>
      <p className={styles.muted}>
        CycloneDX VEX or OpenVEX. Statements of trusted authors apply to current and later findings. Others are only
        shown.
      </p>
      <input ref={file} type="file" aria-label="Document file" accept=".json,application/json" required />
      <NativeSelect
        label="Scope"
        value={scope}
        data={Object.entries(VEX_SCOPE_LABELS)
          .filter(([value]) => isAdmin || value !== 'organization')
          .map(([value, label]) => ({ value, label }))}
        onChange={(event) => setScope(event.currentTarget.value as VexScope)}
      />
      <Button type="submit" variant="default" loading={isPending}>
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
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: vexDocuments(address).queryKey }),
  });
  return (
    <>
      <p>
        <b>
          <UntrustedText text={author === '' ? 'Unnamed author' : author} charactersMax={120} />
        </b>
        , {VEX_TRUST_LABELS[trust]}
      </p>
      <p className={styles.muted}>
        {format === 'openvex' ? 'OpenVEX' : 'CycloneDX VEX'} issued {issuedAt.slice(0, 10)},{' '}
        {countOf(statementCount, 'statement')}, {VEX_SCOPE_LABELS[scope].toLowerCase()}, received{' '}
        <Age instant={createdAt} />
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
        <button type="button" className={styles.link} disabled={isPending} onClick={() => mutate()}>
          Delete
        </button>
      )}
      {error !== null && <Problem error={error} />}
    </>
  );
}
