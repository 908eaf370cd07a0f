/** Previews the effect of a change of a security profile on the findings of a version. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { LIMITS } from '../../../core/limits.ts';
import {
  measureImpact,
  previewProfile,
  type Impact,
  type ImpactPreview,
} from '../../../pipeline/profiles/impact/measure-impact.ts';
import { toReference } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import {
  ImpactQuery,
  ProfileChange,
  ProfileParams,
  WireImpact,
  WireImpactPreview,
} from '../../contract/services/profile.ts';
import { toCaller } from '../../http/guard-request.ts';
import { toProfileAddress } from './profile-address.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { FairQueue } from '../../http/limits/fair-queue.ts';

const tags = ['Security profiles'];

export function profileImpactRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { impactsAtOnceMax: atOnceMax, impactsWaitingMax: waitingMax } = LIMITS;
  const turns = new FairQueue({ atOnceMax, weightMax: atOnceMax, waitingMax });

  app.get(
    '/service/:service/profile/:profile/impact',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getProfileImpact',
        summary: 'Get the impact of unconfirmed profile fields',
        description:
          'For each unknown or unconfirmed field, returns how many findings each possible value would change. Nothing is stored.',
        params: ProfileParams,
        querystring: ImpactQuery,
        response: { 200: WireImpact, ...ERRORS },
      },
    },
    async (request) => {
      const reference = toVersionReference(request.query);
      const address = toProfileAddress(request.params);
      return toWireImpact(
        await turns.run(1, async () => await measureImpact(deps, toCaller(request), address, reference)),
      );
    },
  );

  app.post(
    '/service/:service/profile/:profile/impact',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'previewProfileImpact',
        summary: 'Preview a change of a security profile',
        description: 'Returns the findings that the change would affect. Nothing is stored.',
        params: ProfileParams,
        querystring: ImpactQuery,
        body: ProfileChange,
        response: { 200: WireImpactPreview, ...ERRORS },
      },
    },
    async (request) => {
      const reference = toVersionReference(request.query);
      const address = toProfileAddress(request.params);
      return toWirePreview(
        await turns.run(1, async () => await previewProfile(deps, toCaller(request), address, request.body, reference)),
      );
    },
  );
}

function toVersionReference({ version }: { readonly version?: string | undefined }): string | undefined {
  return version === undefined ? undefined : toReference('version name', version);
}

function toWireImpact({ version, findings, more, assumptions }: Impact): WireImpact {
  return {
    version: version && { ...version },
    findings,
    truncated: more,
    assumptions: assumptions.map(({ most, ...each }) => ({
      ...each,
      values: each.values.map((value) => ({ ...value })),
      largestTotal: most,
    })),
  };
}

function toWirePreview({ version, findings, more, counts, changed }: ImpactPreview): WireImpactPreview {
  return {
    version: version && { ...version },
    findings,
    truncated: more,
    counts: { ...counts },
    changed: changed.map((each) => ({ ...each, from: { ...each.from }, to: { ...each.to } })),
  };
}
