import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { ROLES } from '../../../core/vocabulary/access.ts';
import { Timestamp } from '../page.ts';
import { WireScope } from './token.ts';

export const WireRole = z.enum(ROLES);

const Person = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().describe('Empty until it was given.'),
});

const Organization = z.object({ id: z.uuid(), name: z.string() });

/** No account has a longer password; problems with shorter ones are not revealed. */
const GivenPassword = z.string().max(LIMITS.passwordBytesMax);

export const NewPassword = z
  .string()
  .max(LIMITS.passwordBytesMax)
  .describe(
    `At least ${LIMITS.passwordCharactersMin} characters, at most ${LIMITS.passwordBytesMax} bytes, and not easy to guess: common words, sequences, and your name, e-mail address or organization count little.`,
  );

export const PersonName = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.personNameCharactersMax)
  .regex(/^[^\p{C}]*$/u, 'must not have control or invisible characters');

export const Credentials = z.object({ email: z.string(), password: GivenPassword }).meta({ id: 'Credentials' });

export const WireSignIn = z
  .object({
    person: Person,
    organization: Organization.describe('The one that the session speaks for.'),
    role: WireRole,
    expiresAt: Timestamp.describe('Moves on with use.'),
  })
  .meta({ id: 'SignIn' });
export type WireSignIn = z.infer<typeof WireSignIn>;

export const PasswordResetRequest = z
  .object({ email: z.string().max(LIMITS.emailCharactersMax) })
  .meta({ id: 'PasswordResetRequest' });

export const WirePasswordResetMethods = z
  .object({ byMail: z.boolean().describe('Whether this installation sends mail.') })
  .meta({ id: 'PasswordResetWays' });
export type WirePasswordResetMethods = z.infer<typeof WirePasswordResetMethods>;

export const WireOpenPasswordReset = z
  .object({ email: z.string(), expiresAt: Timestamp })
  .meta({ id: 'OpenPasswordReset' });
export type WireOpenPasswordReset = z.infer<typeof WireOpenPasswordReset>;

export const PasswordChoice = z.object({ password: NewPassword }).meta({ id: 'PasswordChoice' });

export const WireSession = z
  .object({
    id: z.uuid(),
    current: z.boolean().describe('The one that asks.'),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.describe('To the minute.'),
    expiresAt: Timestamp,
    userAgent: z.string().describe('For example `Firefox on Linux`.'),
    address: z.string().describe('An IPv4 address, or the /64 of an IPv6 address.'),
  })
  .meta({ id: 'Session' });
export type WireSession = z.infer<typeof WireSession>;

export const OrganizationChoice = z.object({ organizationId: z.uuid() }).meta({ id: 'OrganizationChoice' });

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
    .describe('The query of a page of the portal.'),
});

export const WireMe = z
  .object({
    person: Person.nullable().describe('Null for a token.'),
    token: z
      .object({
        id: z.uuid(),
        publicId: z.string(),
        name: z.string(),
        serviceIds: z.array(z.uuid()).nullable(),
        expiresAt: Timestamp.nullable(),
      })
      .nullable()
      .describe('Null for a person.'),
    organization: Organization,
    organizations: z
      .array(Organization.extend({ role: WireRole }))
      .describe('All that the person belongs to; see `POST /session/organization`.'),
    role: WireRole.nullable().describe('Null for a token.'),
    scopes: z.array(WireScope),
    lastVisitAt: Timestamp.nullable().describe('When `visited` was last sent in this organization.'),
    preferences: z.object({ singleKeys: z.boolean() }),
    savedFilters: z.array(SavedFilter).describe('Of this person in this organization.'),
  })
  .meta({ id: 'Me' });
export type WireMe = z.infer<typeof WireMe>;

export const AccountChange = z
  .object({
    name: PersonName.optional(),
    password: NewPassword.optional(),
    currentPassword: GivenPassword.optional().describe('Needed with `password`.'),
    preferences: z.object({ singleKeys: z.boolean().optional() }).optional(),
    savedFilters: z.array(SavedFilter).max(LIMITS.savedFiltersMax).optional().describe('Replaces all of them.'),
    visited: z.literal(true).optional().describe('What is new was seen: sets `lastVisitAt` to now.'),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must have something to change')
  .refine(
    ({ password, currentPassword }) => (password === undefined) === (currentPassword === undefined),
    'must have "password" and "currentPassword" together',
  )
  .meta({ id: 'AccountChange' });
