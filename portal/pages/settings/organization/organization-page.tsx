/** The organization: name, quotas, upload settings, retention, trusted VEX authors, signature keys, and the demo. */
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireUsage } from '../../../../src/api/contract/organization/organization.ts';
import { LoadingOrProblem } from '../../../parts/feedback/loading.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { NameForm, RetentionForm, ServicesForm, VexAuthorsForm } from './organization-forms.tsx';
import { SignatureKeysForm } from './signature-keys-form.tsx';
import { SettingsHead } from '../settings-head.tsx';
import { organization, usage } from '../../../queries/organization/organization.ts';
import { describeQuota } from '../../../text/quota-text.ts';
import { ConfirmByName } from '../../../parts/dialogs/confirm-by-name.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { deleteServices, demo, loadDemo } from '../../../queries/organization/demo.ts';
import { countOf } from '../../../text/format/counts.ts';
import styles from '../settings.module.css';
import usageStyles from './usage-section.module.css';

export function OrganizationPage() {
  const { data, error } = useQuery(organization());
  return (
    <>
      <SettingsHead title="Organization">
        Name, usage, retention, trusted VEX authors and signature keys of this organization.
      </SettingsHead>
      <LoadingOrProblem data={data} error={error} rows={6} />
      {data !== undefined && (
        <div className={styles.sections}>
          <section aria-labelledby="name" className={styles.section}>
            <h2 id="name">Name</h2>
            <NameForm name={data.name} />
          </section>
          <UsageSection />
          <section aria-labelledby="services" className={styles.section}>
            <h2 id="services">Services</h2>
            <ServicesForm isOn={data.autoCreateServices} />
          </section>
          <section aria-labelledby="retention" className={styles.section}>
            <h2 id="retention">Retention</h2>
            <RetentionForm retention={data.retention} />
          </section>
          <section aria-labelledby="vex" className={styles.section}>
            <h2 id="vex">Trusted VEX authors</h2>
            <VexAuthorsForm authors={data.vexAuthors} />
          </section>
          <section aria-labelledby="signatures" className={styles.section}>
            <h2 id="signatures">Signature keys</h2>
            <SignatureKeysForm signatures={data.signatures} />
          </section>
          <DemoSection />
        </div>
      )}
    </>
  );
}

/** Loads and removes the demo. Its services are ordinary services. */
function DemoSection() {
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const { data, error } = useQuery(demo());
  const load = useMutation({
    mutationFn: loadDemo,
    onSuccess: (loading) => queryClient.setQueryData(demo().queryKey, loading),
  });
  const present = data?.services.filter(({ id }) => id !== null) ?? [];
  const versions = present.reduce((sum, each) => sum + each.versions, 0);
  const isWhole = data?.services.every((each) => each.id !== null && each.versions >= each.versionsTotal) ?? false;
  const problem = error ?? load.error;
  return (
    <section aria-labelledby="demo" className={styles.section}>
      <h2 id="demo">Demo</h2>
      <p className={styles.muted}>
        {present.length === 0
          ? 'The demo is not loaded. It adds sample services whose names start with demo-.'
          : `${data?.loading ? 'Loading' : 'Loaded'}: ${countOf(present.length, 'service')} with ${countOf(versions, 'version')}.`}
      </p>
      <div className={styles.row}>
        <GuardedButton
          scope="settings:write"
          loading={load.isPending || data?.loading === true}
          reason={isWhole ? 'The demo is already loaded.' : undefined}
          onClick={() => load.mutate()}
        >
          Load demo
        </GuardedButton>
        <GuardedButton
          scope="settings:write"
          reason={present.length === 0 ? 'Nothing to delete.' : undefined}
          onClick={() => setIsConfirming(true)}
        >
          Delete demo
        </GuardedButton>
      </div>
      {problem !== null && <Problem error={problem} />}
      {isConfirming && (
        <ConfirmByName
          title="Delete demo"
          name="demo"
          action="Delete demo"
          onClose={() => setIsConfirming(false)}
          onConfirm={async () => {
            await deleteServices(present.flatMap(({ id }) => id ?? []));
            await queryClient.invalidateQueries();
          }}
        >
          {countOf(present.length, 'service')} with {countOf(versions, 'version')}, their findings and their history are
          deleted. This cannot be undone, but you can load the demo again.
        </ConfirmByName>
      )}
    </section>
  );
}

const LEVEL_LABELS = { normal: '', high: 'Nearly full', full: 'Full' } as const;

/** Usage of each quota of the organization, as bars with numbers. */
function UsageSection() {
  const { data, error } = useQuery(usage());
  return (
    <section aria-labelledby="usage" className={styles.section}>
      <h2 id="usage">Usage</h2>
      <p className={styles.muted}>
        Requests that exceed a limit are rejected. The operator of this installation sets the limits.
      </p>
      <LoadingOrProblem data={data} error={error} rows={6} />
      {data !== undefined && (
        <ul className={usageStyles.quotas}>
          {data.quotas.map((quota) => (
            <QuotaRow key={quota.quota} quota={quota} />
          ))}
        </ul>
      )}
    </section>
  );
}

function QuotaRow({ quota }: { readonly quota: WireUsage['quotas'][number] }) {
  const { label, amount, percent, level } = describeQuota(quota);
  return (
    <li className={usageStyles.quota}>
      <span>{label}</span>
      {/* The numbers next to it say the same. */}
      <span aria-hidden className={percent === null ? undefined : usageStyles.track}>
        <span
          className={`${usageStyles.bar} ${usageStyles[level]}`}
          style={{ width: `${Math.min(100, percent ?? 0)}%` }}
        />
      </span>
      <span className={usageStyles.amount}>
        {amount}
        {level !== 'normal' && <strong className={usageStyles[`${level}Text`]}>{LEVEL_LABELS[level]}</strong>}
      </span>
    </li>
  );
}
