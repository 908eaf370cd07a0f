/** Components of a version, of an SBOM and of the organization, and one component with its paths and dependents. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getVersion } from '../../../pipeline/portfolio/change-version.ts';
import {
  describeComponent,
  type HoldingSbom,
  type ComponentDescription,
} from '../../../pipeline/queries/describe-component.ts';
import { COMPONENT_UNKNOWN, CONTENT_REMOVED } from '../../../pipeline/errors.ts';
import type { OrgTx } from '../../../store/database.ts';
import { countFindingsOfComponents } from '../../../store/findings/lists/count-findings.ts';
import { listLiveSboms } from '../../../store/findings/publication/published-inputs.ts';
import {
  findSetComponent,
  findUsedComponent,
  listSetComponents,
  listUsedComponents,
  listUses,
  type ComponentFilter,
  type ComponentPage,
  type ComponentKeyset,
  type SetComponentFilter,
  type Component,
  type SetComponent,
} from '../../../store/portfolio/components/list-components.ts';
import { findGraphStates, findComponentSet } from '../../../store/portfolio/sboms.ts';
import type { ServiceVersion } from '../../../store/portfolio/versions/versions.ts';
import { toId, toVersionAddress } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import {
  ComponentListQuery,
  ComponentParams,
  UsedComponentQuery,
  VersionComponentParams,
  WireComponent,
  WireComponentDetails,
  WireComponentUses,
  WireUsedComponent,
} from '../../contract/services/component.ts';
import { SbomParams } from '../../contract/services/sbom.ts';
import { VersionParams } from '../../contract/services/service.ts';
import { parseTextCursor, toTextCursor } from '../../http/response/cursor.ts';
import { toCaller } from '../../http/guard-request.ts';
import { getSbom } from './sboms.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import type { Component as SentComponent } from '../../../core/sbom/inventory.ts';

const USES_SHOWN_MAX = 100;

export function componentsRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/service/:service/version/:version/component',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listVersionComponents',
        summary: 'List the components of a version',
        description: 'Returns the components of all SBOMs of the version, merged and sorted by name.',
        params: VersionParams,
        querystring: ComponentListQuery,
        response: { 200: z.array(WireComponent) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const { page, wire } = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const version = await getVersion(tx, caller, toVersionAddress(request.params));
        const held = { sboms: await listHolding(tx, version), versionId: version.id };
        return await listHeld(tx, held, request.query, timeOf(deps));
      });
      setComponentPage(request, reply, request.query, page);
      return wire;
    },
  );

  app.get(
    '/service/:service/version/:version/component/:component',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getVersionComponent',
        summary: 'Get a component of a version',
        description: 'Returns where the component is listed, its dependency paths and its dependents.',
        params: VersionComponentParams,
        response: { 200: WireComponentDetails },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      return await deps.database.readInOrg(caller.orgId, async (tx) => {
        const version = await getVersion(tx, caller, toVersionAddress(request.params));
        const id = toId(request.params.component, COMPONENT_UNKNOWN);
        const sboms = await listHolding(tx, version);
        const component = await findSetComponent(tx, setsOf(sboms), id, timeOf(deps));
        if (component === undefined) throw COMPONENT_UNKNOWN();
        const findings = await countFindingsOfComponents(tx, version.id, [id]);
        const wire = toWireComponent(component, sboms, findings);
        const holding = sboms.filter((sbom) => wire.sboms.some((each) => each.id === sbom.id));
        const states = await findGraphStates(
          tx,
          holding.map((sbom) => sbom.id),
        );
        return toWireComponentDetails(wire, worstOf(states), await describeComponent(tx, holding, id));
      });
    },
  );

  app.get(
    '/sbom/:id/component',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listSbomComponents',
        summary: 'List the components of an SBOM',
        description: 'Sorted by name.',
        params: SbomParams,
        querystring: ComponentListQuery,
        response: { 200: z.array(WireComponent) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const { page, wire } = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const sbom = await getSbom(tx, caller, request.params.id);
        if (sbom.rawRemovedAt !== null) throw CONTENT_REMOVED();
        const setSha256 = await findComponentSet(tx, sbom.id);
        const holding = setSha256 === undefined ? [] : [{ id: sbom.id, image: sbom.image, setSha256 }];
        return await listHeld(tx, { sboms: holding, versionId: sbom.versionId }, request.query, timeOf(deps));
      });
      setComponentPage(request, reply, request.query, page);
      return wire;
    },
  );

  app.get(
    '/component',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listComponents',
        summary: 'List the components of all services',
        description: 'Returns the components in use anywhere in the organization, sorted by name.',
        querystring: UsedComponentQuery,
        response: { 200: z.array(WireUsedComponent) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const filter = toFilter(request.query, timeOf(deps));
      const page = await deps.database.readInOrg(
        caller.orgId,
        async (tx) => await listUsedComponents(tx, caller.services, filter, toPage(request.query)),
      );
      setComponentPage(request, reply, request.query, page);
      return page.items.map(toWireUsedComponent);
    },
  );

  app.get(
    '/component/:component',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getComponent',
        summary: 'Get a component',
        description: 'Returns the component and the versions that contain it.',
        params: ComponentParams,
        response: { 200: WireComponentUses },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const id = toId(request.params.component, COMPONENT_UNKNOWN);
      return await deps.database.readInOrg(caller.orgId, async (tx) => {
        const component = await findUsedComponent(tx, caller.services, id, timeOf(deps));
        if (component === undefined) throw COMPONENT_UNKNOWN();
        const uses = await listUses(tx, caller.services, id, { limit: USES_SHOWN_MAX, offset: 0 });
        return { ...toWireUsedComponent(component), useCount: uses.total, uses: [...uses.items] };
      });
    },
  );
}

interface Listed {
  readonly total: number;
  readonly items: readonly ComponentKeyset[];
}

async function listHeld(
  tx: OrgTx,
  { sboms, versionId }: { readonly sboms: readonly HoldingSbom[]; readonly versionId: string },
  query: ComponentListQuery,
  at: string,
): Promise<{ readonly page: Listed; readonly wire: WireComponent[] }> {
  const page = await listSetComponents(tx, setsOf(sboms), toHeldFilter(query, at), toPage(query));
  const findings = await countFindingsOfComponents(
    tx,
    versionId,
    page.items.map(({ id }) => id),
  );
  return { page, wire: page.items.map((component) => toWireComponent(component, sboms, findings)) };
}

async function listHolding(tx: OrgTx, { id, frozenAt }: ServiceVersion): Promise<HoldingSbom[]> {
  if (frozenAt !== null) throw CONTENT_REMOVED();
  return await listHoldingSboms(tx, id);
}

/** Lists the live SBOMs of a version that have components. */
export async function listHoldingSboms(tx: OrgTx, versionId: string): Promise<HoldingSbom[]> {
  const sboms = await listLiveSboms(tx, versionId);
  return sboms.flatMap(({ id, image, setSha256 }) => (setSha256 === null ? [] : [{ id, image, setSha256 }]));
}

function setsOf(sboms: readonly HoldingSbom[]): Buffer[] {
  return sboms.map(({ setSha256 }) => setSha256);
}

function toFilter(query: z.output<typeof UsedComponentQuery>, at: string): ComponentFilter {
  const { q, name, ecosystem, unchecked, reason, fixedIssuesOnly } = query;
  const ecosystems = ecosystem?.map((each) => each.toLowerCase());
  return { q, name, ecosystems, unchecked, reasons: reason, fixedIssuesOnly, at };
}

function toHeldFilter(query: ComponentListQuery, at: string): SetComponentFilter {
  return { ...toFilter(query, at), direct: query.direct, scopes: query.scope };
}

function toPage({ limit, offset, cursor }: z.output<typeof UsedComponentQuery>): ComponentPage {
  if (cursor === undefined) return { limit, offset };
  const { text: sortKey, id } = parseTextCursor(cursor);
  return { limit, offset: 0, after: { sortKey, id } };
}

function setComponentPage(
  request: FastifyRequest,
  reply: FastifyReply,
  query: z.output<typeof UsedComponentQuery>,
  page: Listed,
): void {
  const last = page.items.length === query.limit ? page.items.at(-1) : undefined;
  const next = last && toTextCursor({ text: last.sortKey, id: last.id });
  setPageHeaders(request, reply, query, { total: page.total, next });
}

/** If the graph of one SBOM is incomplete, so is that of the version. */
function worstOf(states: readonly WireComponentDetails['graph'][]): WireComponentDetails['graph'] {
  if (states.every((state) => state === 'complete')) return 'complete';
  return states.every((state) => state === 'missing') ? 'missing' : 'partial';
}

function timeOf({ now }: ApiDeps): string {
  return new Date(now()).toISOString();
}

/** Maps components to the API. */
function toWireUsedComponent(component: Component): WireUsedComponent {
  const { id, purl, name, version, ecosystem, notChecked, fixedIssuesOnly } = component;
  return { id, purl, name, version, ecosystem, checked: notChecked === null, notChecked, fixedIssuesOnly };
}

function toWireComponent(
  component: SetComponent,
  sboms: readonly HoldingSbom[],
  findings: ReadonlyMap<string, number>,
): WireComponent {
  const { type, scope, direct, sets } = component;
  const holding = sboms.filter(({ setSha256 }) => sets.includes(setSha256.toString('hex')));
  return {
    ...toWireUsedComponent(component),
    type,
    scope,
    direct,
    sboms: holding.map(({ id, image }) => ({ id, image })),
    findings: findings.get(component.id) ?? 0,
  };
}

function toWireComponentDetails(
  component: WireComponent,
  graph: WireComponentDetails['graph'],
  { occurrences, occurrenceCount, paths, dependents, dependentCount, cycle, claims }: ComponentDescription,
): WireComponentDetails {
  return {
    ...component,
    occurrences: occurrences.map(({ sbom, component: sent }) => toOccurrence(sbom, sent)),
    occurrenceCount,
    graph,
    paths: paths.map(({ sbomId, nodes }) => ({ sbomId, nodes: [...nodes] })),
    dependents: [...dependents],
    dependentCount,
    cycle: [...cycle],
    claims: claims.map(({ sbomId, claim: { id, source, state, justification, detail } }) => ({
      sbomId,
      id,
      source: source ?? null,
      state: state ?? null,
      justification: justification ?? null,
      detail: detail ?? null,
    })),
  };
}

function toOccurrence(sbom: HoldingSbom, sent: SentComponent): WireComponentDetails['occurrences'][number] {
  const { source, details = {} } = sent;
  return {
    sbomId: sbom.id,
    image: sbom.image,
    bomRef: sent.ref,
    group: sent.group ?? null,
    name: sent.name,
    version: sent.version ?? null,
    purls: [...sent.purls],
    cpes: [...sent.cpes],
    scope: sent.scope,
    source: source === undefined ? null : { name: source.name, version: source.version ?? null },
    description: details.description ?? null,
    supplier: details.supplier ?? null,
    licenses: [...(details.licenses ?? [])],
    hashes: [...(details.hashes ?? [])],
    references: [...(details.references ?? [])],
    locations: (details.locations ?? []).map(({ path, layer }) => ({ path, layer: layer ?? null })),
  };
}
