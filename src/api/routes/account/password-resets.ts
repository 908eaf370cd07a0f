/** Forgotten passwords: request a reset link by mail, and choose a new password with it. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MAIL_OFF, ORIGIN_REFUSED, RATE_LIMITED } from '../../../access/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { ApiDeps } from '../../api-deps.ts';
import {
  PasswordChoice,
  PasswordResetRequest,
  WireOpenPasswordReset,
  WirePasswordResetMethods,
} from '../../contract/organization/person.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { refuseOtherOrigin } from '../../http/same-origin.ts';
import { toClient } from './send-session.ts';

const tags = ['People'];
const ByCode = z.object({ code: z.string() });

export function passwordResetsRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { forgottenPasswords } = deps;

  app.get(
    '/password-reset',
    {
      schema: {
        tags,
        summary: 'How a forgotten password can be reset',
        security: [],
        response: { 200: WirePasswordResetMethods, ...ERRORS },
      },
    },
    () => ({ byMail: forgottenPasswords.sendsMail }),
  );

  app.post(
    '/password-reset',
    {
      config: { errors: [ORIGIN_REFUSED, RATE_LIMITED, MAIL_OFF] },
      schema: {
        tags,
        summary: 'Request a link to choose a new password',
        description:
          'The link is mailed to the address if it has an account; the answer is the same if not. It works once, for ' +
          `${LIMITS.passwordResetMinutes} minutes. 409 \`MAIL_OFF\` where no mail is configured.`,
        security: [],
        body: PasswordResetRequest,
        response: { 204: z.null(), ...ERRORS },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, deps.publicUrl);
      forgottenPasswords.request(request.body.email, toClient(request, deps.publicUrl));
      return await reply.code(204).send(null);
    },
  );

  app.get(
    '/password-reset/:code',
    {
      schema: {
        tags,
        summary: 'The account that a link resets',
        security: [],
        params: ByCode,
        response: { 200: WireOpenPasswordReset, ...ERRORS },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return await forgottenPasswords.open(request.params.code);
    },
  );

  app.post(
    '/password-reset/:code',
    {
      config: { errors: [ORIGIN_REFUSED] },
      schema: {
        tags,
        summary: 'Choose a new password with a link',
        description: 'Ends every session of the account. Sign in afterwards.',
        security: [],
        params: ByCode,
        body: PasswordChoice,
        response: { 204: z.null(), ...ERRORS },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, deps.publicUrl);
      await forgottenPasswords.setPassword(
        request.params.code,
        request.body.password,
        toClient(request, deps.publicUrl),
      );
      return await reply.code(204).send(null);
    },
  );
}
