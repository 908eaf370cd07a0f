/** Analyses of calls in the builds of a version: the documents with what they say, and a form to add one. */
import { Button, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { WireReachability, WireReachabilityReceipt } from '../../../src/api/contract/findings/reachability.ts';
import { change, changeVersioned, getList } from '../../api/api-client.ts';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import linkStyles from '../../parts/actions/link-button.module.css';
import cardStyles from '../../parts/layout/card-table.module.css';
import formStyles from '../../parts/actions/form.module.css';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { DropZone } from '../../parts/actions/drop-zone.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { versionKey, versionPath, type VersionAddress } from '../../queries/services/versions.ts';
import { usePermission } from '../../session/session.ts';
import { describeStatements, describeUnmatched } from '../../text/analysis/reachability-text.ts';
import { formatBytes } from '../../text/format/counts.ts';
import styles from './version-page.module.css';

const KIND_LABELS: Readonly<Record<WireReachability['kind'], string>> = {
  govulncheck: 'govulncheck',
  'osv-scanner': 'osv-scanner',
  cyclonedx: 'CycloneDX evidence',
};

function reachabilityList(address: VersionAddress) {
  return queryOptions({
    queryKey: [...versionKey(address), 'reachability'],
    queryFn: async ({ signal }) => await getList<WireReachability>(`${versionPath(address)}/reachability`, signal, {}),
  });
}

export function ReachabilityDocuments({ address }: { readonly address: VersionAddress }) {
  const { data, error } = useQuery(reachabilityList(address));
  return (
    <>
      <LoadingOrProblem data={data} error={error} rows={1} />
      {data?.items.length === 0 && (
        <p className={styles.muted}>
          None. Add the JSON output of govulncheck, of osv-scanner with call analysis, or of cdxgen with evidence, and
          Assay shows which vulnerable code is called and dismisses findings whose code is not.
        </p>
      )}
      {data !== undefined && data.items.length > 0 && (
        <ScrollingTable
          label="Analyses of calls"
          className={`${styles.sboms} ${cardStyles.lines}`}
          columns={['Tool', 'Analyzed', 'Statements', 'Received', 'Document']}
        >
          {data.items.map((document) => (
            <DocumentRow key={document.id} document={document} address={address} />
          ))}
        </ScrollingTable>
      )}
      <AddDocument address={address} />
    </>
  );
}

interface DocumentRowProps {
  readonly document: WireReachability;
  readonly address: VersionAddress;
}

function DocumentRow({ document, address }: DocumentRowProps) {
  const { id, kind, tool, image, commitSha, otherBuild, sizeBytes, sha256, createdAt, createdBy } = document;
  const unmatched = describeUnmatched(document);
  return (
    <tr>
      <td className={styles.name}>
        {KIND_LABELS[kind]}
        <span className={styles.under}>
          <UntrustedText text={tool} charactersMax={64} />
        </span>
      </td>
      <td className={styles.name}>
        {image === null ? 'The sources' : <UntrustedText text={image} charactersMax={72} />}
        {commitSha !== null && (
          <span className={styles.under}>
            commit <code title={commitSha}>{commitSha.slice(0, 12)}</code>
          </span>
        )}
        {otherBuild && (
          <span className={styles.failure}>Not the commit of this version, so it dismisses no finding.</span>
        )}
      </td>
      <td>
        {describeStatements(document)}
        {unmatched !== undefined && <span className={styles.under}>{unmatched}</span>}
      </td>
      <td>
        <Age instant={createdAt} />
        <span className={styles.under}>
          by <UntrustedText text={createdBy} charactersMax={40} />
        </span>
      </td>
      <td>
        <span className={styles.mono} title={sha256}>
          {sha256.slice(0, 12)}…
        </span>{' '}
        {formatBytes(sizeBytes)}
        <span className={styles.rowActions}>
          <a href={`/api/v2${versionPath(address)}/reachability/${id}/raw`} download>
            Download
          </a>
          <DeleteDocument document={document} address={address} />
        </span>
      </td>
    </tr>
  );
}

function DeleteDocument({ document: { id }, address }: DocumentRowProps) {
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => await change('DELETE', `${versionPath(address)}/reachability/${id}`),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: versionKey(address) }),
  });
  return (
    <>
      <GuardedButton scope="triage" size="compact-xs" loading={isPending} onClick={() => mutate()}>
        Delete
      </GuardedButton>
      {error !== null && <Problem error={error} />}
    </>
  );
}

function AddDocument({ address }: { readonly address: VersionAddress }) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File>();
  const [image, setImage] = useState('');
  const [commit, setCommit] = useState('');
  const { reason } = usePermission('triage');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (document: Blob) => {
      const parameters = { image: image || undefined, git_commit_sha: commit || undefined };
      const path = `${versionPath(address)}/reachability`;
      return (await changeVersioned<WireReachabilityReceipt>('PUT', path, { parameters, file: document })).body;
    },
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: versionKey(address) }),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (file !== undefined) mutate(file);
  };
  if (reason !== undefined) return <p className={styles.muted}>{reason}</p>;
  return (
    <details>
      <summary className={linkStyles.link}>Add an analysis of calls</summary>
      <form onSubmit={onSubmit} className={formStyles.form}>
        <DropZone
          what="an analysis of calls"
          hint="Output of govulncheck or osv-scanner, or a CycloneDX document with call stacks"
          file={file}
          onFile={setFile}
        />
        <TextInput
          label="Image"
          description="As named with its SBOM. Leave empty if the sources were analyzed."
          value={image}
          onChange={(event) => setImage(event.currentTarget.value)}
        />
        <TextInput
          label="Commit"
          description="The analyzed commit. Leave empty if it is the commit of this version."
          value={commit}
          onChange={(event) => setCommit(event.currentTarget.value.trim())}
        />
        <Button type="submit" variant="default" loading={isPending} disabled={file === undefined}>
          Add
        </Button>
        <div aria-live="polite">
          {data !== undefined && (
            <Notice kind="neutral">
              {data.deduplicated
                ? 'This document was already added. Nothing changed.'
                : `Added: ${describeStatements(data)}. The version is analyzed again.`}
            </Notice>
          )}
        </div>
        {error !== null && <Problem error={error} />}
      </form>
    </details>
  );
}
