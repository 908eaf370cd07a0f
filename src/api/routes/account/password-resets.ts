/** Forgotten passwords: request a reset link by mail, and choose a new password with it. */
import { z } from 'zod';
import { MAIL_OFF, ORIGIN_REFUSED, RATE_LIMITED } from '../../../access/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import {
  PasswordChoice,
  PasswordResetRequest,
  WireOpenPasswordReset,
  WirePasswordResetMethods,
} from '../../contract/organization/person.ts';
import { refuseOtherOrigin } from '../../http/same-origin.ts';
import { toClient } from './send-session.ts';

const ByCode = z.object({
  code: z.string().meta({ description: 'Code from the reset link.', example: 'nT4vKx0aQm2hRr7d' }),
});

export function passwordResetsRoutes(app: RouteApp, deps: ApiDeps): void {
  const { forgottenPasswords } = deps;

  app.get(
    '/password-reset',
    {
      schema: {
        operationId: 'getPasswordResetMethods',
        summary: 'Get the password reset methods',
        description: 'Returns whether this installation can send password reset links by e-mail.',
        security: [],
        response: { 200: WirePasswordResetMethods },
      },
    },
    () => ({ byMail: forgottenPasswords.sendsMail }),
  );

  app.post(
    '/password-reset',
    {
      config: { errors: [ORIGIN_REFUSED, RATE_LIMITED, MAIL_OFF] },
      schema: {
        operationId: 'requestPasswordReset',
        summary: 'Request a password reset link',
        description: `Sends a link to the address if an account exists. The response is the same if none exists. The link works once and expires after ${LIMITS.passwordResetMinutes} minutes. Returns 409 \`MAIL_OFF\` if e-mail is not configured.`,
        security: [],
        body: PasswordResetRequest,
        response: { 204: z.null() },
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
        operationId: 'getPasswordReset',
        summary: 'Get a password reset',
        description: 'Returns the account that the link resets, and when the link expires.',
        security: [],
        params: ByCode,
        response: { 200: WireOpenPasswordReset },
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
        operationId: 'resetPassword',
        summary: 'Set a new password with a reset link',
        description: 'Ends all sessions of the account. Sign in again afterwards.',
        security: [],
        params: ByCode,
        body: PasswordChoice,
        response: { 204: z.null() },
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
