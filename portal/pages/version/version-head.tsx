/** Head of a version: name, aliases, and actions. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WireVersionDetails } from '../../../src/api/contract/services/service.ts';
import { toPath } from '../../api/api-client.ts';
import { CopyButton } from '../../parts/actions/copy-button.tsx';
import { Disclosure } from '../../parts/dialogs/disclosure.tsx';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { PageHead, ServiceTrail } from '../../parts/layout/page-head.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { saveFile } from '../../parts/actions/save-file.ts';
import { requestAnalysis, latestAnalysisKey } from '../../queries/services/analyses.ts';
import { exportFindings } from '../../queries/findings/findings.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { hasFilters } from '../../search-params/finding-view.ts';
import { VexMenu } from './vex-menu.tsx';
import styles from './version-page.module.css';

const route = getRouteApi('/services/$service/versions/$version');

interface VersionHeadProps {
  readonly address: VersionAddress;
  readonly serviceName: string;
  readonly details: WireVersionDetails | undefined;
  /** Why it cannot be reanalyzed now. */
  readonly whyNot: string | undefined;
}

/** The URL may hold ids; names are shown once they are known. */
export function VersionHead({ address, serviceName, details, whyNot }: VersionHeadProps) {
  const version = details?.name ?? address.version;
  const reanalysis = useRequestAnalysis(address);
  const trail = <ServiceTrail service={serviceName} />;
  const actions = (
    <>
      <GuardedButton
        scope="sbom:upload"
        onClick={() => reanalysis.mutate()}
        reason={whyNot}
        loading={reanalysis.isPending}
      >
        Re-analyze
      </GuardedButton>
      <ExportMenu address={address} name={`${serviceName}-${version}`} />
      <VexMenu address={address} name={`${serviceName}-${version}`} />
      {details !== undefined && <CopyLink details={details} />}
    </>
  );
  return (
    <>
      <PageHead
        title={`${serviceName} ${version}`}
        trail={trail}
        marks={details && <Marks details={details} />}
        actions={actions}
      >
        <UntrustedText text={serviceName} />{' '}
        <span className={styles.version}>
          <UntrustedText text={version} />
        </span>
      </PageHead>
      {reanalysis.error !== null && <Problem error={reanalysis.error} />}
    </>
  );
}

function useRequestAnalysis(address: VersionAddress) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => await requestAnalysis(address),
    onSuccess: (analysis) => queryClient.setQueryData(latestAnalysisKey(address), analysis),
  });
}

function Marks({ details: { aliases, git, tags } }: { readonly details: WireVersionDetails }) {
  const marks = [
    ...aliases.map((alias) => `alias ${alias}`),
    ...(git.branch === null ? [] : [`branch ${git.branch}`]),
    ...(git.commitSha === null ? [] : [`commit ${git.commitSha.slice(0, 10)}`]),
    ...tags.map((tag) => `tag ${tag}`),
  ];
  return marks.map((mark) => (
    <span key={mark} className={styles.mark}>
      <UntrustedText text={mark} charactersMax={48} />
    </span>
  ));
}

const FORMS = [
  { type: 'text/csv', name: 'CSV', ending: 'csv' },
  { type: 'application/sarif+json', name: 'SARIF 2.1.0', ending: 'sarif' },
  { type: 'application/vnd.cyclonedx+json', name: 'CycloneDX VDR', ending: 'vdr.cdx.json' },
  { type: 'text/markdown', name: 'Markdown', ending: 'md' },
] as const;

/** Exports all findings that match the filters, in the order of the list. */
function ExportMenu({ address, name }: { readonly address: VersionAddress; readonly name: string }) {
  const search = route.useSearch();
  // Every tab has its own filters, some with the same names.
  const view = search.tab === undefined ? search : {};
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ({ type, ending }: (typeof FORMS)[number]) =>
      saveFile(await exportFindings(address, view, type), `${name}-findings.${ending}`),
  });
  return (
    <Disclosure label={isPending ? 'Exporting' : 'Export'} align="end">
      <p className={styles.note}>{hasFilters(view) ? 'Matching findings' : 'All open findings'}</p>
      {FORMS.map((form) => (
        <button key={form.type} type="button" onClick={() => mutate(form)}>
          {form.name}
        </button>
      ))}
      {error !== null && <Problem error={error} />}
    </Disclosure>
  );
}

/** Links by id, because some proxies rewrite an encoded slash in a name. */
function CopyLink({ details: { id, serviceId } }: { readonly details: WireVersionDetails }) {
  const view = route.useSearch();
  const given = Object.entries(view).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  const path = toPath('services', serviceId, 'versions', id);
  const link = `${window.location.origin}${path}${query === '' ? '' : `?${query}`}`;
  return (
    <span className={styles.copyLink}>
      <CopyButton text={link} label="Copy link to this view">
        Copy link
      </CopyButton>
    </span>
  );
}
