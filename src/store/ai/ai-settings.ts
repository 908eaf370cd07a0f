/**
 * The AI settings of an organization. Settings that were never changed have their defaults, and by default nothing is sent. The
 * API key is stored separately and sealed, so that reading the settings never reveals it.
 */
import { z } from 'zod';
import { AI_MODES, PROVIDERS, REASONING_EFFORTS, SHARING_MODES } from '../../core/vocabulary/ai.ts';
import type { OrgTx } from '../database.ts';
import { saveSettingRow } from '../people/settings.ts';
import type { KeyRing, SecretContext } from '../secrets/key-ring.ts';

const StoredSettings = z.object({
  enabled: z.boolean(),
  provider: z.enum(PROVIDERS),
  baseUrl: z.string().nullable(),
  apiKeyHeader: z.string().nullable(),
  model: z.string().nullable(),
  sharing: z.enum(SHARING_MODES),
  mode: z.enum(AI_MODES),
  guards: z.object({ cvss: z.number(), epss: z.number() }),
  budget: z.object({
    tokensPerDay: z.number().nullable(),
    currencyPerMonth: z.number().nullable(),
    priceIn: z.number(),
    priceOut: z.number(),
  }),
  concurrency: z.number(),
  timeoutMs: z.number(),
  maxFindingsPerRun: z.number(),
  storeBodies: z.boolean(),
  // Missing in settings that were saved before these existed.
  outputTokensMax: z.number().nullable().default(null),
  reasoningEffort: z.enum(REASONING_EFFORTS).default('default'),
});
export type AiSettings = Readonly<z.output<typeof StoredSettings>>;

export const DEFAULT_AI_SETTINGS: AiSettings = {
  enabled: false,
  provider: 'openai-compatible',
  baseUrl: null,
  apiKeyHeader: null,
  model: null,
  sharing: 'structured-profile',
  mode: 'auto',
  guards: { cvss: 9, epss: 0.1 },
  budget: { tokensPerDay: null, currencyPerMonth: null, priceIn: 0, priceOut: 0 },
  concurrency: 4,
  timeoutMs: 60_000,
  maxFindingsPerRun: 500,
  storeBodies: false,
  outputTokensMax: null,
  reasoningEffort: 'default',
};

const StoredKey = z.object({ sealed: z.string(), version: z.number(), lastFour: z.string(), setAt: z.string() });
export type StoredAiKey = Readonly<z.output<typeof StoredKey>>;

/** Settings that cannot be parsed count as disabled. */
export async function getAiSettings(tx: OrgTx): Promise<AiSettings> {
  return StoredSettings.safeParse(await findRow(tx, 'ai')).data ?? DEFAULT_AI_SETTINGS;
}

export async function findAiKey(tx: OrgTx): Promise<StoredAiKey | undefined> {
  return StoredKey.safeParse(await findRow(tx, 'aiKey')).data;
}

export async function saveAiSettings(tx: OrgTx, settings: AiSettings, at: string): Promise<void> {
  await saveSettingRow(tx, 'ai', settings, at);
}

const SHOWN_CHARACTERS = 4;

/** Each key gets its own version number, so that an old sealed key cannot be put in the place of a newer one. */
export async function saveAiKey(tx: OrgTx, keyRing: KeyRing, key: string, at: string): Promise<void> {
  const version = ((await findAiKey(tx))?.version ?? 0) + 1;
  const stored: StoredAiKey = {
    sealed: keyRing.seal(key, toSecretContext(tx.orgId, version)),
    version,
    // Shows nothing of a short key: four characters would be a large part of it.
    lastFour: key.length < 3 * SHOWN_CHARACTERS ? '' : key.slice(-SHOWN_CHARACTERS),
    setAt: at,
  };
  await saveSettingRow(tx, 'aiKey', stored, at);
}

export async function removeAiKey(tx: OrgTx): Promise<void> {
  await tx.db.deleteFrom('setting').where('org_id', '=', tx.orgId).where('name', '=', 'aiKey').execute();
}

export function openAiKey(keyRing: KeyRing, orgId: string, { sealed, version }: StoredAiKey): string {
  return keyRing.open(sealed, toSecretContext(orgId, version));
}

function toSecretContext(orgId: string, version: number): SecretContext {
  return { orgId, purpose: `ai.apiKey|${version}` };
}

async function findRow(tx: OrgTx, name: string): Promise<unknown> {
  const row = await tx.db
    .selectFrom('setting')
    .select('value')
    .where('org_id', '=', tx.orgId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}
