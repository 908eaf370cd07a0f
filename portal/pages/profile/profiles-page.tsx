/** Security profiles of a service: scope and number of set fields of each. */
import { Button, TextInput, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useId, type FormEvent } from 'react';
import type { WireProfileSummary } from '../../../src/api/contract/services/profile.ts';
import { isStatus } from '../../api/api-client.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading, LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { NotFound } from '../../parts/feedback/not-found.tsx';
import { PageHead, ServiceTrail } from '../../parts/layout/page-head.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { profileList, profilesKey, saveProfile } from './profile-queries.ts';
import { serviceDetails, serviceKey, setAiOptOut } from '../../queries/services/services.ts';
import { usePermission } from '../../session/session.ts';
import { aiSettings } from '../../queries/organization/ai.ts';
import { fieldText } from '../../parts/actions/form-field.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import formStyles from '../../parts/actions/form.module.css';
import styles from './profile.module.css';

const route = getRouteApi('/services/$service/profile');

export function ProfilesPage() {
  const { service } = route.useParams();
  const { data, error } = useQuery(profileList(service));
  const name = useQuery(serviceDetails(service)).data?.name ?? service;
  if (isStatus(error, 404)) return <NotFound />;
  return (
    <>
      <PageHead title={`Security profiles of ${name}`} trail={<ServiceTrail service={name} />}>
        Security profiles
      </PageHead>
      <p className={styles.muted}>
        A profile describes how the service runs. Unknown values never lower the priority of a finding. If several
        profiles apply, the least protected one counts.
      </p>
      <LoadingOrProblem data={data} error={error} rows={3} />
      {data?.items.length === 0 && <Notice kind="neutral">No profiles yet. Create one below.</Notice>}
      {data !== undefined && data.items.length > 0 && <ProfileTable service={name} profiles={data.items} />}
      <Section title="New profile">
        <NewProfile service={service} isFirst={data?.items.length === 0} />
      </Section>
      <Section title="AI">
        <AiOptOut service={service} />
      </Section>
    </>
  );
}

interface ProfileTableProps {
  readonly service: string;
  readonly profiles: readonly WireProfileSummary[];
}

function ProfileTable({ service, profiles }: ProfileTableProps) {
  return (
    <ScrollingTable
      label="Security profiles"
      className={`${styles.table} ${cardStyles.lines}`}
      columns={['Name', 'Scope', 'Fields set', 'Documents', 'Version', 'Updated']}
    >
      {profiles.map((profile) => (
        <tr key={profile.id}>
          <td>
            <Link to="/services/$service/profile/$profile" params={{ service, profile: profile.name }}>
              <UntrustedText text={profile.name} charactersMax={60} />
            </Link>
            {profile.isDefault && <span className={styles.tag}>default</span>}
          </td>
          <td data-label="Scope">
            <UntrustedText text={describeLimits(profile.appliesTo)} charactersMax={120} />
          </td>
          <td data-label="Fields set">{profile.fieldsSet}</td>
          <td data-label="Documents">{profile.documentCount}</td>
          <td data-label="Version">{profile.version}</td>
          <td>
            <Age instant={profile.updatedAt} /> by <UntrustedText text={profile.updatedBy} charactersMax={40} />
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}

function describeLimits({ environments, images, sbomKinds }: WireProfileSummary['appliesTo']): string {
  const limits = [...environments, ...images, ...sbomKinds.map((kind) => `${kind} SBOMs`)];
  return limits.length === 0 ? 'All' : limits.join(', ');
}

function NewProfile({ service, isFirst }: { readonly service: string; readonly isFirst: boolean }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { isAllowed, reason } = usePermission('profile:write');
  const id = useId();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (profile: string) => {
      const appliesTo = { environments: [], images: [], sbomKinds: [] };
      await saveProfile({ service, profile }, { fields: {}, appliesTo }, undefined);
      return profile;
    },
    onSuccess: async (profile) => {
      await queryClient.invalidateQueries({ queryKey: profilesKey(service) });
      await navigate({ to: '/services/$service/profile/$profile', params: { service, profile } });
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = fieldText(new FormData(event.currentTarget), 'name').trim();
    if (name !== '') mutate(name);
  };
  return (
    <form onSubmit={onSubmit} className={formStyles.form}>
      <div className={styles.row}>
        <TextInput
          id={id}
          name="name"
          label="Name"
          description={reason ?? 'For example production, or the name of a cluster.'}
          defaultValue={isFirst ? 'production' : ''}
          key={String(isFirst)}
          readOnly={!isAllowed}
          maxLength={200}
          required
          withAsterisk={false}
        />
        <Button type="submit" variant="default" loading={isPending} disabled={!isAllowed}>
          Create
        </Button>
      </div>
      {error !== null && <Problem error={error} />}
    </form>
  );
}

/** Excludes a service from AI assessments, whatever the settings of the organization. */
function AiOptOut({ service }: { readonly service: string }) {
  const queryClient = useQueryClient();
  const details = useQuery(serviceDetails(service)).data;
  const isEnabled = useQuery(aiSettings()).data?.enabled;
  const { isAllowed, reason } = usePermission('settings:write');
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: async (isOut: boolean) => await setAiOptOut(service, isOut),
    onSuccess: async (saved) => {
      queryClient.setQueryData(serviceDetails(service).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: serviceKey(service) });
    },
  });
  if (details === undefined) return <Loading rows={1} />;
  const isOut = isPending ? variables : details.aiOptOut;
  return (
    <div className={formStyles.form}>
      <Switch
        label="Exclude from AI"
        description={
          reason ??
          (isOut
            ? 'No data of this service is sent to a model, and earlier AI assessments no longer apply.'
            : 'AI can assess findings of this service, within the settings of the organization.')
        }
        checked={isOut}
        disabled={!isAllowed || isPending}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      {isEnabled === false && (
        <p className={styles.muted}>
          AI is disabled for the organization. <Link to="/settings/ai">Settings</Link>
        </p>
      )}
      {error !== null && <Problem error={error} />}
    </div>
  );
}
