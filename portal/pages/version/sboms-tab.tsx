/** SBOMs of a version: subject, tool, parse result, and download; and the analyses of calls beside them. */
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WireSbom } from '../../../src/api/contract/services/sbom.ts';
import { Age } from '../../parts/values/age.tsx';
import { CopyButton } from '../../parts/actions/copy-button.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { sbomDetails, sbomList, restoreSbom, deleteSbom } from '../../queries/services/sboms.ts';
import { type VersionAddress, versionKey } from '../../queries/services/versions.ts';
import { countOf, formatBytes, formatCount } from '../../text/format/counts.ts';
import { describeFixedOnly, describeReason } from '../../text/analysis/coverage-text.ts';
import { QUALITY_LABELS, SBOM_STATUS_LABELS, SIGNATURE_LABELS } from '../../text/analysis/analysis-text.ts';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { ReachabilityDocuments } from './reachability-documents.tsx';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './version-page.module.css';

const route = getRouteApi('/services/$service/versions/$version');

export function SbomsTab({ address }: { readonly address: VersionAddress }) {
  const view = route.useSearch();
  const isAll = view.all === 'true';
  const { data, error } = useQuery(sbomList(address, isAll));
  return (
    <>
      <p className={styles.above}>
        {data !== undefined && countOf(data.total, 'SBOM')}{' '}
        <ViewLink view={{ tab: 'sboms', all: isAll ? undefined : 'true' }}>
          {isAll ? 'Hide replaced and deleted' : 'Show replaced and deleted'}
        </ViewLink>
      </p>
      <LoadingOrProblem data={data} error={error} rows={3} />
      {data?.items.length === 0 && <Notice kind="neutral">This version has no SBOM.</Notice>}
      {data !== undefined && data.items.length > 0 && (
        <ScrollingTable
          label="SBOMs"
          className={`${styles.sboms} ${cardStyles.lines}`}
          columns={['SBOM slot', 'Format and tool', 'Content', 'State', 'Received', 'Document']}
        >
          {data.items.map((sbom) => (
            <SbomRow key={sbom.id} sbom={sbom} newer={findNewer(sbom, data.items)} address={address} />
          ))}
        </ScrollingTable>
      )}
      <Section title="Analyses of calls">
        <ReachabilityDocuments address={address} />
      </Section>
    </>
  );
}

/** The newest SBOM of the same image repository or subject; ids are in order of arrival. */
function findNewer({ id, similar }: WireSbom, sboms: readonly WireSbom[]): WireSbom | undefined {
  return sboms.find((each) => each.id === similar[0] && each.id > id);
}

interface SbomRowProps {
  readonly sbom: WireSbom;
  readonly newer: WireSbom | undefined;
  readonly address: VersionAddress;
}

function SbomRow({ sbom, newer, address }: SbomRowProps) {
  const isGone = sbom.deleted || sbom.superseded;
  return (
    <tr className={isGone ? styles.gone : undefined}>
      <td className={styles.name} data-wide>
        <UntrustedText text={sbom.slot} charactersMax={64} />
        {sbom.image !== null && sbom.image !== sbom.slot && (
          <span className={styles.under}>
            <UntrustedText text={sbom.image} charactersMax={72} />
          </span>
        )}
        {sbom.supersedes !== null && (
          <span className={styles.beside}>
            Replaced an older SBOM. <RestoreSbom sbomId={sbom.supersedes} address={address} />
          </span>
        )}
        {newer !== undefined && (
          <span className={styles.beside}>
            <span>
              Newer {sbom.image === null ? 'SBOM of the same subject' : 'tag of the same image'}:{' '}
              <UntrustedText text={newer.slot} charactersMax={64} />
            </span>
            <DeleteSbom sbom={sbom} newer={newer} address={address} />
          </span>
        )}
      </td>
      <td className={styles.name}>
        {sbom.format === 'spdx' ? 'SPDX' : 'CycloneDX'} {sbom.specVersion}
        <span className={styles.under}>
          <UntrustedText text={sbom.tool ?? 'unknown tool'} charactersMax={64} />
        </span>
      </td>
      <td>
        {countOf(sbom.componentCount, 'component')}
        <span className={styles.under}>
          {countOf(sbom.edgeCount, 'dependency', 'dependencies')}, {formatBytes(sbom.sizeBytes)}
        </span>
        {sbom.quality !== null && <Quality quality={sbom.quality} />}
      </td>
      <td data-wide>
        {toState(sbom)}
        {sbom.failure !== null && (
          <span className={styles.failure}>
            <UntrustedText text={sbom.failure.message} charactersMax={300} />
          </span>
        )}
        <ParseResult sbom={sbom} />
      </td>
      <td>
        <Age instant={sbom.createdAt} />
        <span className={styles.under}>
          by <UntrustedText text={sbom.createdBy} charactersMax={40} />
        </span>
      </td>
      <td>
        <span className={styles.mono} title={sbom.sha256}>
          {sbom.sha256.slice(0, 12)}…
        </span>
        <CopyButton text={sbom.sha256} label="Copy SHA-256" />
        <Signature sbom={sbom} />
        <span className={styles.rowActions}>
          {sbom.rawRemovedAt === null ? (
            <a href={sbom.links.raw} download>
              Download
            </a>
          ) : (
            'Deleted by retention'
          )}
          {!isGone && <DeleteSbom sbom={sbom} address={address} />}
          {sbom.superseded && !sbom.deleted && sbom.rawRemovedAt === null && (
            <RestoreSbom sbomId={sbom.id} address={address} />
          )}
        </span>
      </td>
    </tr>
  );
}

/** What the document does not state, and what to change. */
function Quality({ quality: { score, elements } }: { readonly quality: NonNullable<WireSbom['quality']> }) {
  const incomplete = elements.filter(({ advice }) => advice !== null);
  if (incomplete.length === 0) return <span className={styles.under}>Quality {score} of 100</span>;
  return (
    <details className={styles.warnings}>
      <summary>Quality {score} of 100</summary>
      <ul>
        {incomplete.map(({ element, present, total, advice }) => (
          <li key={element}>
            {QUALITY_LABELS[element]}:{' '}
            {total === 1 ? 'missing' : `${formatCount(present)} of ${countOf(total, 'package')}`}. {advice}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Nothing for ordinary documents, which are not signed. */
function Signature({ sbom: { signature, statement } }: { readonly sbom: WireSbom }) {
  if (statement === null && signature.state === 'unsigned') return null;
  const [subject] = statement?.subjects ?? [];
  const digest = subject?.digest['sha256'];
  return (
    <>
      <span className={signature.state === 'invalid' ? styles.failure : styles.under}>
        {SIGNATURE_LABELS[signature.state]}
        {signature.keyName !== null && (
          <>
            {' '}
            <UntrustedText text={signature.keyName} charactersMax={40} />
          </>
        )}
      </span>
      {subject !== undefined && (
        <span className={styles.under}>
          Attests <UntrustedText text={subject.name} charactersMax={64} />
          {digest !== undefined && <span title={`sha256:${digest}`}> @sha256:{digest.slice(0, 12)}…</span>}
          {statement !== null && statement.subjectCount > 1 && ` and ${formatCount(statement.subjectCount - 1)} more`}
        </span>
      )}
    </>
  );
}

function toState({ status, deleted, superseded, supersededAt }: WireSbom): string {
  if (deleted) return 'Deleted';
  if (superseded) return `Replaced by a newer upload${supersededAt === null ? '' : ` on ${supersededAt.slice(0, 10)}`}`;
  return SBOM_STATUS_LABELS[status];
}

/** Each SBOM has its own figures and warnings with locations, so that a bad one is not hidden by a good total. */
function ParseResult({ sbom }: { readonly sbom: WireSbom }) {
  const { data } = useQuery({ ...sbomDetails(sbom.id), enabled: !sbom.deleted });
  const coverage = data?.coverage;
  return (
    <>
      {coverage && (
        <span className={styles.under}>
          {formatCount(coverage.checked)} of {formatCount(coverage.components)} checked
          {coverage.fixedIssuesOnly > 0 && `, ${describeFixedOnly(coverage)}`}
          {coverage.notChecked.map(({ reason, count }) => `, ${formatCount(count)} ${describeReason(reason)}`)}
        </span>
      )}
      {sbom.warnings.length > 0 && (
        <details className={styles.warnings}>
          <summary>{countOf(sbom.warnings.length, 'warning type')}</summary>
          <ul>
            {(data?.warnings ?? sbom.warnings.map((warning) => ({ ...warning, paths: [] }))).map(
              ({ code, count, paths }) => (
                <li key={code}>
                  <code>{code}</code> {formatCount(count)}
                  {paths.length > 0 && (
                    <span className={styles.under}>
                      <UntrustedText text={paths.join(', ')} charactersMax={200} />
                    </span>
                  )}
                </li>
              ),
            )}
          </ul>
        </details>
      )}
    </>
  );
}

/** Restores a superseded SBOM alongside the one that replaced it. */
function RestoreSbom({ sbomId, address }: { readonly sbomId: string; readonly address: VersionAddress }) {
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => await restoreSbom(sbomId),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: versionKey(address) }),
  });
  return (
    <>
      <GuardedButton scope="sbom:upload" size="compact-xs" loading={isPending} onClick={() => mutate()}>
        Keep both
      </GuardedButton>
      {error !== null && <Problem error={error} />}
    </>
  );
}

interface DeleteSbomProps {
  readonly sbom: WireSbom;
  readonly address: VersionAddress;
  /** The SBOM that replaces it. */
  readonly newer?: WireSbom | undefined;
}

/** Deletes an SBOM from its version after a confirmation. Also used if a newer SBOM of the same subject replaces it. */
function DeleteSbom({ sbom, address, newer }: DeleteSbomProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => await deleteSbom(sbom.id),
    onSuccess: async () => {
      setIsConfirming(false);
      await queryClient.invalidateQueries({ queryKey: versionKey(address) });
    },
  });
  return (
    <>
      <GuardedButton scope="settings:write" size="compact-xs" onClick={() => setIsConfirming(true)}>
        {newer === undefined ? 'Delete' : 'Replace'}
      </GuardedButton>
      {isConfirming && (
        <Dialog title={newer === undefined ? 'Delete SBOM' : 'Replace SBOM'} onClose={() => setIsConfirming(false)}>
          <p>
            The SBOM in the slot{' '}
            <b>
              <UntrustedText text={sbom.slot} />
            </b>{' '}
            with {countOf(sbom.componentCount, 'component')} is deleted from this version.
            {newer !== undefined && (
              <>
                {' '}
                The newer SBOM in the slot{' '}
                <b>
                  <UntrustedText text={newer.slot} />
                </b>{' '}
                stays.
              </>
            )}
          </p>
          <p>
            The version is re-analyzed without it, and findings that exist only in this SBOM are marked as fixed. This
            cannot be undone, but you can upload the SBOM again.
          </p>
          {error !== null && <Problem error={error} />}
          <p className={styles.answers}>
            <Button color="red" loading={isPending} onClick={() => mutate()}>
              Delete SBOM
            </Button>
            <Button variant="default" onClick={() => setIsConfirming(false)}>
              Cancel
            </Button>
          </p>
        </Dialog>
      )}
    </>
  );
}
