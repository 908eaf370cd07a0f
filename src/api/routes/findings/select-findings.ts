/** Translates the path and query of a list of findings into a store query. */
import type { z } from 'zod';
import { parseImageReference } from '../../../core/naming/image-reference.ts';
import { getService } from '../../../pipeline/portfolio/change-service.ts';
import { getVersion } from '../../../pipeline/portfolio/change-version.ts';
import type { Caller } from '../../../pipeline/deps.ts';
import type { OrgTx } from '../../../store/database.ts';
import { PERSON_REQUIRED } from '../../../access/errors.ts';
import { listAssignedFindings } from '../../../store/findings/work/finding-work.ts';
import { listExpiringFindings } from '../../../store/relevance/decisions.ts';
import { type FindingFilter, resolveFilter } from '../../../store/findings/lists/finding-filter.ts';
import type { FindingPage } from '../../../store/findings/lists/finding-order.ts';
import type { FindingsOf } from '../../../store/findings/lists/collect-findings.ts';
import { toReference, toVersionAddress } from '../../http/path-parameters.ts';
import type { BulkFilter } from '../../contract/findings/decision.ts';
import type {
  FindingFilters,
  FindingListQuery,
  ServiceFindingFilters,
  VersionFindingFilters,
} from '../../contract/findings/finding-query.ts';
import type { PlannedSteps } from '../../../pipeline/remediation/planned-steps.ts';
import { selectPlanned } from './load-steps.ts';
import { parseFindingCursor } from '../../http/response/cursor.ts';

export interface FindingSelection {
  readonly whose: FindingsOf;
  readonly filter: FindingFilter;
  /** The subject of a report, in words. */
  readonly subject: string;
}

interface VersionSelection extends FindingSelection {
  readonly whose: { readonly versionId: string };
}

export async function selectVersionFindings(
  tx: OrgTx,
  caller: Caller,
  params: { readonly service: string; readonly version: string },
  { fix, ...query }: z.output<typeof VersionFindingFilters>,
  /** Required with the filter `fix`. */
  steps?: PlannedSteps,
): Promise<VersionSelection> {
  const address = toVersionAddress(params);
  const service = await getService(tx, caller, address.service);
  const version = await getVersion(tx, caller, { service: service.id, version: address.version });
  return {
    whose: { versionId: version.id },
    filter: {
      ...(await toFilter(tx, caller, query)),
      ...(await newSince(tx, caller, service.id, query)),
      fix: fix && steps && selectPlanned(steps, fix),
    },
    subject: `${service.name} ${version.name}`,
  };
}

export async function selectServiceFindings(
  tx: OrgTx,
  caller: Caller,
  params: { readonly service: string },
  query: z.output<typeof ServiceFindingFilters>,
): Promise<FindingSelection> {
  const service = await getService(tx, caller, toReference('service name', params.service));
  return {
    whose: { newestOf: [service.id] },
    filter: { ...(await toFilter(tx, caller, query)), ...(await newSince(tx, caller, service.id, query)) },
    subject: service.name,
  };
}

export async function selectOrganizationFindings(
  tx: OrgTx,
  caller: Caller,
  query: z.output<typeof FindingFilters>,
): Promise<FindingSelection> {
  return {
    whose: { newestOf: caller.services },
    filter: await toFilter(tx, caller, query, { isOfNewest: true }),
    subject: 'all services',
  };
}

/** As named in a request body: the findings of a version, of the newest version of a service, or of all services. */
export async function selectBulkFindings(
  tx: OrgTx,
  caller: Caller,
  { service, version, ...query }: z.output<typeof BulkFilter>,
  steps?: PlannedSteps,
): Promise<FindingSelection> {
  const { fix: _fix, ...others } = query;
  if (service === undefined) return await selectOrganizationFindings(tx, caller, others);
  if (version === undefined) return await selectServiceFindings(tx, caller, { service }, others);
  return await selectVersionFindings(tx, caller, { service, version }, query, steps);
}

export function toFindingPage({ limit, offset, sort, cursor }: z.output<typeof FindingListQuery>): FindingPage {
  if (cursor === undefined) return { limit, offset, sort };
  return { limit, offset: 0, sort, after: parseFindingCursor(cursor, sort) };
}

async function newSince(
  tx: OrgTx,
  caller: Caller,
  serviceId: string,
  query: z.output<typeof ServiceFindingFilters>,
): Promise<Pick<FindingFilter, 'newSinceVersionId'>> {
  if (query.newSince === undefined) return {};
  const version = toReference('version name', query.newSince);
  return { newSinceVersionId: (await getVersion(tx, caller, { service: serviceId, version })).id };
}

/** Other parameters and filters have the same names. */
async function toFilter(
  tx: OrgTx,
  caller: Caller,
  { assignee, decisionExpiresBefore, handled, ...query }: z.output<typeof FindingFilters>,
  options: { readonly isOfNewest?: boolean } = {},
): Promise<FindingFilter> {
  const images = query.image?.map((image) => parseImageReference(image).text);
  const [assigned, decided] = [
    assignee === undefined ? undefined : await listAssignedFindings(tx, toAssignee(caller, assignee)),
    decisionExpiresBefore === undefined ? undefined : await listExpiringFindings(tx, decisionExpiresBefore),
  ];
  const wanted = assignee === 'none' ? decided : intersect(assigned, decided);
  return await resolveFilter(
    tx,
    {
      ...query,
      image: images,
      findingIds: wanted,
      handled: handled === undefined ? undefined : { personId: getPersonId(caller), isHandled: handled },
      ...(assignee === 'none' && { exceptFindingIds: assigned }),
    },
    options,
  );
}

/** Undefined: any member. */
function toAssignee({ actor }: Caller, assignee: string): string | undefined {
  if (assignee === 'none') return undefined;
  if (assignee !== 'me') return assignee;
  return getPersonId({ actor });
}

function getPersonId({ actor }: Pick<Caller, 'actor'>): string {
  if (actor.kind !== 'person') throw PERSON_REQUIRED();
  return actor.id;
}

function intersect(left: readonly string[] | undefined, right: readonly string[] | undefined) {
  if (left === undefined || right === undefined) return left ?? right;
  const known = new Set(right);
  return left.filter((id) => known.has(id));
}
