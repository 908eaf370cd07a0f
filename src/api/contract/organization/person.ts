import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { FINDING_GROUPINGS } from '../../../core/vocabulary/finding.ts';
import { ROLES } from '../../../core/vocabulary/access.ts';
import { EXAMPLE_ID, Timestamp } from '../page.ts';
import { WireScope } from './token.ts';

export const WireRole = z.enum(ROLES);

const Person = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().describe('Display name. Empty until set.'),
});

const Organization = z.object({ id: z.uuid(), name: z.string() });

/** No account has a longer password; problems with shorter ones are not revealed. */
const GivenPassword = z.string().max(LIMITS.passwordBytesMax);

export const NewPassword = z
  .string()
  .max(LIMITS.passwordBytesMax)
  .describe(
    `At least ${LIMITS.passwordCharactersMin} characters and at most ${LIMITS.passwordBytesMax} bytes. Must be hard to guess: avoid common words, sequences, and your name, e-mail address or organization.`,
  );

export const PersonName = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.personNameCharactersMax)
  .regex(/^[^\p{C}]*$/u, 'must not contain control or invisible characters');

export const Credentials = z.object({ email: z.string(), password: GivenPassword }).meta({
  id: 'Credentials',
  description: 'E-mail address and password.',
  example: { email: 'maria@example.com', password: 'plum-orbit-lantern-quartz' },
});

export const WireSignIn = z
  .object({
    person: Person,
    organization: Organization.describe('Organization of the session.'),
    role: WireRole,
    expiresAt: Timestamp.describe('When the session expires. Extended with each use.'),
  })
  .meta({ id: 'SignIn' });
export type WireSignIn = z.infer<typeof WireSignIn>;

export const PasswordResetRequest = z
  .object({ email: z.string().max(LIMITS.emailCharactersMax) })
  .meta({ id: 'PasswordResetRequest', description: 'The account to reset.', example: { email: 'maria@example.com' } });

export const WirePasswordResetMethods = z
  .object({ byMail: z.boolean().describe('Whether this installation can send e-mail.') })
  .meta({ id: 'PasswordResetMethods' });
export type WirePasswordResetMethods = z.infer<typeof WirePasswordResetMethods>;

export const WireOpenPasswordReset = z
  .object({ email: z.string(), expiresAt: Timestamp })
  .meta({ id: 'OpenPasswordReset' });
export type WireOpenPasswordReset = z.infer<typeof WireOpenPasswordReset>;

export const PasswordChoice = z
  .object({ password: NewPassword })
  .meta({ id: 'NewPassword', description: 'The new password.', example: { password: 'plum-orbit-lantern-quartz' } });

export const WireSession = z
  .object({
    id: z.uuid(),
    current: z.boolean().describe('True: the session that sent the request.'),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.describe('Last use, to the minute.'),
    expiresAt: Timestamp,
    userAgent: z.string().describe('Browser and system, for example `Firefox on Linux`.'),
    address: z.string().describe('IPv4 address, or /64 prefix of an IPv6 address.'),
  })
  .meta({ id: 'Session' });
export type WireSession = z.infer<typeof WireSession>;

export const OrganizationChoice = z.object({ organizationId: z.uuid() }).meta({
  id: 'OrganizationSwitch',
  description: 'The organization to switch to.',
  example: { organizationId: EXAMPLE_ID },
});

const SavedFilter = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.savedFilterNameCharactersMax)
    .regex(/^[^\p{C}]*$/u),
  query: z
    .string()
    .max(LIMITS.savedFilterQueryCharactersMax)
    .regex(/^[^\p{C}]*$/u)
    .describe('Query string of a portal page.'),
});

const Preferences = z.object({
  singleKeys: z.boolean().describe('Whether single-key shortcuts are on in the portal.'),
  groupFindingsBy: z.enum([...FINDING_GROUPINGS, 'none']).describe('How the portal groups the findings of a version.'),
  setupChecklist: z.boolean().describe('Whether the overview of the portal shows the setup checklist.'),
});

export const WireMe = z
  .object({
    person: Person.nullable().describe('Null if the request used a token.'),
    token: z
      .object({
        id: z.uuid(),
        publicId: z.string(),
        name: z.string(),
        serviceIds: z.array(z.uuid()).nullable(),
        expiresAt: Timestamp.nullable(),
      })
      .nullable()
      .describe('Null if the request used a session.'),
    organization: Organization,
    organizations: z
      .array(Organization.extend({ role: WireRole }))
      .describe('Organizations of the person. Switch with `POST /session/organization`.'),
    role: WireRole.nullable().describe('Null if the request used a token.'),
    scopes: z.array(WireScope),
    lastVisitAt: Timestamp.nullable().describe('When `visited` was last sent for this organization.'),
    preferences: Preferences,
    savedFilters: z.array(SavedFilter).describe('Saved filters of the person in this organization.'),
  })
  .meta({ id: 'Me' });
export type WireMe = z.infer<typeof WireMe>;

export const AccountChange = z
  .object({
    name: PersonName.optional(),
    password: NewPassword.optional(),
    currentPassword: GivenPassword.optional().describe('Required with `password`.'),
    preferences: Preferences.partial().optional(),
    savedFilters: z.array(SavedFilter).max(LIMITS.savedFiltersMax).optional().describe('Replaces all saved filters.'),
    visited: z.literal(true).optional().describe('Sets `lastVisitAt` to the current time.'),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must contain at least one change')
  .refine(
    ({ password, currentPassword }) => (password === undefined) === (currentPassword === undefined),
    'must contain "password" and "currentPassword" together',
  )
  .meta({
    id: 'AccountChange',
    description: 'The properties to change.',
    example: { name: 'Maria Silva', preferences: { singleKeys: false } },
  });
