/** Sends mail about accounts: password reset links and invitations. Links start with the configured public URL. */
import { quote } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Role } from '../../core/vocabulary/access.ts';
import type { Mailer } from '../../outbound/mailer.ts';

export interface AccountMail {
  sendPasswordReset(email: string, code: string): Promise<void>;
  sendInvitation(invitation: MailedInvitation): Promise<void>;
}

export interface MailedInvitation {
  readonly email: string;
  readonly code: string;
  readonly role: Role;
  readonly organizationName: string;
  readonly invitedBy: string;
}

export function createAccountMail(mailer: Mailer, publicUrl: string): AccountMail {
  const send = async (to: string, subject: string, lines: readonly string[]): Promise<void> =>
    void (await mailer.send({ to, subject, text: `${lines.join('\n')}\n` }));
  return {
    sendPasswordReset: async (email, code) =>
      await send(email, 'Reset your Assay password', [
        `A new password was requested for the Assay account ${email}.`,
        '',
        'Choose a new password:',
        `${publicUrl}/reset-password/${code}`,
        '',
        `The link works once, for ${LIMITS.passwordResetMinutes} minutes. All sessions of the account end when the password changes.`,
        '',
        'If you did not request this, ignore this message. The password stays the same.',
      ]),
    // Names are quoted because members choose them.
    sendInvitation: async ({ email, code, role, organizationName, invitedBy }) =>
      await send(email, 'Invitation to Assay', [
        `${quote(invitedBy)} invited you to the organization ${quote(organizationName)} in Assay, as ${role}.`,
        '',
        'Accept the invitation:',
        `${publicUrl}/invite/${code}`,
        '',
        `The link works once, for ${LIMITS.invitationDays} days. If you did not expect it, ignore this message.`,
      ]),
  };
}
