/** Security profiles of a service: values, their sources, and the impact of changes. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  WireImpact,
  WireImpactPreview,
  WireProfile,
  WireProfileSummary,
  WireProfileVersion,
} from '../../../src/api/contract/services/profile.ts';
import {
  change,
  changeVersioned,
  getList,
  getOne,
  getVersioned,
  toPath,
  type Versioned,
} from '../../api/api-client.ts';
import { serviceKey } from '../../queries/services/services.ts';

export interface ProfileAddress {
  readonly service: string;
  readonly profile: string;
}

export interface StatedField {
  readonly value: unknown;
  readonly complete?: boolean;
  readonly evidence?: string | null;
  /** The caller confirms the value. Absent: unchanged. */
  readonly confirmed?: boolean;
}

export interface ProfileInput {
  readonly isDefault?: boolean;
  readonly appliesTo: WireProfile['appliesTo'];
  readonly fields: Readonly<Record<string, StatedField>>;
  readonly documents?: readonly { readonly sha256: string; readonly inForce: boolean }[];
}

const PROFILES_SHOWN = 100;
const VERSIONS_SHOWN = 50;

export function profilesKey(service: string): readonly string[] {
  return [...serviceKey(service), 'profiles'];
}

function profileKey({ service, profile }: ProfileAddress): readonly string[] {
  return [...profilesKey(service), profile];
}

function profilePath({ service, profile }: ProfileAddress): string {
  return toPath('service', service, 'profile', profile);
}

export function profileList(service: string) {
  return queryOptions({
    queryKey: [...profilesKey(service), 'list'],
    queryFn: async ({ signal }) =>
      await getList<WireProfileSummary>(toPath('service', service, 'profile'), signal, { limit: PROFILES_SHOWN }),
  });
}

/** Steady: the profile must not change while the user edits it. */
export function profileDetails(address: ProfileAddress) {
  return queryOptions({
    queryKey: [...profileKey(address), 'details'],
    queryFn: async ({ signal }) => await getVersioned<WireProfile>(profilePath(address), signal),
    meta: { isSteady: true },
  });
}

export function profileVersions(address: ProfileAddress) {
  return queryOptions({
    queryKey: [...profileKey(address), 'versions'],
    queryFn: async ({ signal }) =>
      await getList<WireProfileVersion>(`${profilePath(address)}/version`, signal, { limit: VERSIONS_SHOWN }),
  });
}

/** The effect of confirming each field, largest first. */
export function profileImpact(address: ProfileAddress) {
  return queryOptions({
    queryKey: [...profileKey(address), 'impact'],
    queryFn: async ({ signal }) => await getOne<WireImpact>(`${profilePath(address)}/impact`, signal),
    staleTime: 60_000,
    retry: false,
  });
}

/** Returns every finding that a change would affect, without writing anything. */
export async function previewProfile(address: ProfileAddress, input: ProfileInput): Promise<WireImpactPreview> {
  return await change<WireImpactPreview>('POST', `${profilePath(address)}/impact`, input);
}

export async function saveProfile(
  address: ProfileAddress,
  input: ProfileInput,
  ifMatch: string | undefined,
): Promise<Versioned<WireProfile>> {
  return await changeVersioned<WireProfile>('PUT', profilePath(address), { body: input, ifMatch });
}

export function useSaveProfile(address: ProfileAddress, etag: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: ProfileInput) => await saveProfile(address, input, etag),
    onSuccess: async (saved) => {
      queryClient.setQueryData(profileDetails(address).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: profilesKey(address.service) });
    },
  });
}

export async function deleteProfile(address: ProfileAddress): Promise<void> {
  await change('DELETE', profilePath(address));
}

interface DocumentUpload {
  readonly file: File;
  readonly kind: string | undefined;
  readonly inForce: boolean;
}

export async function sendProfileDocument(
  address: ProfileAddress,
  { file, kind, inForce }: DocumentUpload,
): Promise<Versioned<WireProfile>> {
  const parameters = { name: file.name, kind, inForce };
  return await changeVersioned<WireProfile>('PUT', `${profilePath(address)}/document`, { parameters, file });
}
