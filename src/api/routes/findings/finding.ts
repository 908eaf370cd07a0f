/** One finding, with the dependency paths of its component and its history across the versions of the service. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Caller } from '../../../pipeline/deps.ts';
import { describeComponent } from '../../../pipeline/queries/describe-component.ts';
import { FINDING_UNKNOWN } from '../../../pipeline/errors.ts';
import { findRecommendation } from '../../../pipeline/remediation/find-recommendation.ts';
import type { OrgTx } from '../../../store/database.ts';
import { findFinding } from '../../../store/findings/lists/find-finding.ts';
import { listFindingEvents, listPresence } from '../../../store/findings/history/finding-history.ts';
import type { ListedFinding } from '../../../store/findings/lists/listed-finding.ts';
import { listLiveSboms } from '../../../store/findings/publication/published-inputs.ts';
import { toId } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { FindingParams, WireFindingDetails, WireFindingHistory } from '../../contract/history/finding-details.ts';
import { toCaller } from '../../http/guard-request.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { toWireFindingDetails, toWireFindingHistory } from '../../wire/to-wire-finding-details.ts';

const description =
  'Accepts the id of a finding from any list. A new analysis may give the finding a new id; older ids still return the current state. A fingerprint is not an id, because it is the same in several versions.';

export function findingRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/finding/:id',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['Findings'],
        operationId: 'getFinding',
        summary: 'Get a finding',
        description,
        params: FindingParams,
        response: { 200: WireFindingDetails, ...ERRORS },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const { finding, described } = await deps.database.inOrg(caller.orgId, async (tx) => {
        const finding = await getFinding(tx, caller, request.params.id);
        const sboms = await listLiveSboms(tx, finding.version.id);
        const holding = sboms.flatMap(({ id, image, setSha256 }) =>
          setSha256 === null ? [] : [{ id, image, setSha256 }],
        );
        return { finding, described: await describeComponent(tx, holding, finding.componentId) };
      });
      const { id, componentId, version, state } = finding;
      const asked = { id, componentId, versionId: version.id };
      const recommended = state === 'open' ? await findRecommendation(deps, caller.orgId, asked) : undefined;
      return toWireFindingDetails(finding, described, recommended);
    },
  );

  app.get(
    '/finding/:id/history',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['History'],
        operationId: 'getFindingHistory',
        summary: 'Get the history of a finding',
        description,
        params: FindingParams,
        response: { 200: WireFindingHistory, ...ERRORS },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      return await deps.database.inOrg(caller.orgId, async (tx) => {
        const finding = await getFinding(tx, caller, request.params.id);
        const events = await listFindingEvents(tx, finding.findingId);
        return toWireFindingHistory(finding, events, await listPresence(tx, finding.findingId));
      });
    },
  );
}

async function getFinding(tx: OrgTx, caller: Caller, id: string): Promise<ListedFinding> {
  const finding = await findFinding(tx, toId(id, FINDING_UNKNOWN), caller.services);
  if (finding === undefined) throw FINDING_UNKNOWN();
  return finding;
}
