/** Projects of Dependency-Track: each is a version of a service, and its UUID is the id of the version. */
import { z } from 'zod';
import { AssayError } from '../../core/errors.ts';
import { isSameList } from '../../core/collections/text-lists.ts';
import type { Caller } from '../../pipeline/deps.ts';
import { ALIAS_LIMIT, NAME_TAKEN, VERSION_UNKNOWN } from '../../pipeline/errors.ts';
import {
  changeVersion,
  deleteVersion,
  dropAlias,
  getVersion,
  setAlias,
  type VersionAddress,
} from '../../pipeline/portfolio/change-version.ts';
import type { OrgTx } from '../../store/database.ts';
import type { Page } from '../../store/page.ts';
import { findService } from '../../store/portfolio/services.ts';
import {
  findPlacedVersion,
  listPlacedVersions,
  listVersions,
  type PlacedVersion,
} from '../../store/portfolio/versions/versions.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import { BODY_INVALID } from '../errors.ts';
import { toCaller } from '../http/guard-request.ts';
import { toId, toReference } from '../http/path-parameters.ts';
import {
  LATEST,
  LookupQuery,
  Project,
  ProjectChange,
  ProjectListQuery,
  ProjectParams,
  type Target,
  type UploadToken,
} from './contract.ts';

export function projectRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/project',
    {
      config: { scope: 'read', acceptsApiKey: true },
      schema: { hide: true, querystring: ProjectListQuery, response: { 200: z.array(Project) } },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const { name, pageNumber, pageSize } = request.query;
      const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize };
      const { items, total } = await deps.database.readInOrg(
        caller.orgId,
        async (tx) => await listProjects(tx, caller, name, page),
      );
      void reply.header('x-total-count', total);
      return items.map(toProject);
    },
  );

  app.get(
    '/project/lookup',
    {
      config: { scope: 'read', acceptsApiKey: true },
      schema: { hide: true, querystring: LookupQuery, response: { 200: Project } },
    },
    async (request) => {
      const caller = toCaller(request);
      const { name: projectName, version: projectVersion } = request.query;
      const target = { project: undefined, projectName, projectVersion };
      return toProject(await deps.database.readInOrg(caller.orgId, async (tx) => await getProject(tx, caller, target)));
    },
  );

  app.get(
    '/project/:uuid',
    {
      config: { scope: 'read', acceptsApiKey: true },
      schema: { hide: true, params: ProjectParams, response: { 200: Project } },
    },
    async (request) => {
      const caller = toCaller(request);
      return toProject(
        await deps.database.readInOrg(
          caller.orgId,
          async (tx) => await getProjectById(tx, caller, request.params.uuid),
        ),
      );
    },
  );

  app.patch(
    '/project/:uuid',
    {
      config: { scope: 'sbom:upload', acceptsApiKey: true },
      schema: { hide: true, params: ProjectParams, body: ProjectChange, response: { 200: Project } },
    },
    async (request) => {
      const caller = toCaller(request);
      const find = async (tx: OrgTx) => await getProjectById(tx, caller, request.params.uuid);
      const project = await deps.database.readInOrg(caller.orgId, find);
      const warnings = await changeProject(deps, caller, toAddress(project), request.body);
      const [refused] = warnings;
      if (refused !== undefined) throw refused;
      return toProject(await deps.database.inOrg(caller.orgId, find));
    },
  );

  app.delete(
    '/project/:uuid',
    {
      config: { scope: 'settings:write', acceptsApiKey: true },
      schema: { hide: true, params: ProjectParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const project = await deps.database.readInOrg(
        caller.orgId,
        async (tx) => await getProjectById(tx, caller, request.params.uuid),
      );
      await deleteVersion(deps, caller, toAddress(project));
      return await reply.code(204).send(null);
    },
  );
}

/** A name selects the versions of one service. */
async function listProjects(
  tx: OrgTx,
  caller: Caller,
  name: string | undefined,
  page: { readonly limit: number; readonly offset: number },
): Promise<Page<PlacedVersion>> {
  if (name === undefined) return await listPlacedVersions(tx, caller.services, page);
  const service = await findService(tx, name, caller.services);
  if (service === undefined) return { items: [], total: 0 };
  const { items, total } = await listVersions(tx, service, page);
  return { total, items: items.map((version) => ({ ...version, serviceName: service.name })) };
}

export async function getProjectById(tx: OrgTx, caller: Caller, uuid: string): Promise<PlacedVersion> {
  const unknown = (): AssayError => VERSION_UNKNOWN({ version: uuid });
  const version = await findPlacedVersion(tx, caller.services, toId(uuid, unknown));
  if (version === undefined) throw unknown();
  return version;
}

/** Finds the project by its UUID, or else by its name and version. */
export async function getProject(tx: OrgTx, caller: Caller, target: Target): Promise<PlacedVersion> {
  if (target.project !== undefined) return await getProjectById(tx, caller, target.project);
  const { id } = await getVersion(tx, caller, parseAddress(target));
  return await getProjectById(tx, caller, id);
}

/** A name that looks like an id is an id, as in the other paths. */
export function parseAddress({ projectName, projectVersion }: Omit<Target, 'project'>): VersionAddress {
  if (projectName === undefined || projectVersion === undefined)
    throw BODY_INVALID({ summary: 'Send "project", or both "projectName" and "projectVersion".' });
  return {
    service: toReference('service name', projectName),
    version: toReference('version name', projectVersion),
  };
}

export function toAddress({ serviceId, id }: Pick<PlacedVersion, 'serviceId' | 'id'>): VersionAddress {
  return { service: serviceId, version: id };
}

function toProject({ id, serviceName, name, aliases, tags }: PlacedVersion): Project {
  return {
    uuid: id,
    name: serviceName,
    version: name,
    classifier: 'APPLICATION',
    active: true,
    isLatest: name === LATEST || aliases.includes(LATEST),
    tags: tags.map((tag) => ({ name: tag })),
  };
}

/** Replaces the tags and moves the alias. Returns why the alias could not be set. */
export async function changeProject(
  deps: ApiDeps,
  caller: Caller,
  address: VersionAddress,
  { tags, isLatest }: z.output<typeof ProjectChange>,
): Promise<readonly AssayError[]> {
  const version = await deps.database.inOrg(caller.orgId, async (tx) => await getVersion(tx, caller, address));
  if (tags !== undefined && !isSameList(tags, version.tags))
    await changeVersion(deps, caller, address, { tags, onlyIf: () => {} });
  const hasAlias = version.aliases.includes(LATEST);
  if (isLatest === false && hasAlias) await dropAlias(deps, caller, address, LATEST);
  if (isLatest !== true || hasAlias || version.name === LATEST) return [];
  try {
    await setAlias(deps, caller, address, LATEST);
    return [];
  } catch (error) {
    const isRefused = error instanceof AssayError && [NAME_TAKEN.code, ALIAS_LIMIT.code].includes(error.code);
    if (!isRefused) throw error;
    return [error];
  }
}

export function toWarnings(refusals: readonly AssayError[]): Pick<UploadToken, 'warnings'> {
  return refusals.length === 0 ? {} : { warnings: refusals.map(({ code, message }) => ({ code, message })) };
}
