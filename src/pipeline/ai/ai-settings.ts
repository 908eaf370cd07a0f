/**
 * Reads and changes the AI settings of an organization. The key is never shown, and each change has an audit entry with the old
 * and the new settings. A change that affects how stored answers count requests an analysis of every version that has some.
 */
import type { ErrorOptions } from '../../core/errors.ts';
import {
  findAiKey,
  getAiSettings,
  removeAiKey,
  saveAiKey,
  saveAiSettings,
  type AiSettings,
  type StoredAiKey,
} from '../../store/ai/ai-settings.ts';
import { makeAssessmentsDue } from '../../store/ai/pending-assessments.ts';
import { listAssessedVersions } from '../../store/ai/model-answers.ts';
import type { OrgTx } from '../../store/database.ts';
import { lockOpinions, recordOpinionChange } from '../../store/relevance/opinion-changes.ts';
import { once } from '../../store/shared-transactions.ts';
import { requestAnalyses, AFFECTED_VERSIONS_MAX } from '../request-analysis.ts';
import { nowOf, recordChange, type Caller, type AiDeps } from '../deps.ts';
import type { AiServices } from './ai-deps.ts';
import { AI_KEY_HEADER_INVALID, AI_KEY_NEEDED, AI_SETTINGS_INCOMPLETE, AI_URL_INVALID } from '../errors.ts';
import { isOptedOut } from '../../store/portfolio/services.ts';

export interface AiView extends AiSettings {
  readonly apiKey: Pick<StoredAiKey, 'lastFour' | 'setAt'> | null;
}

export async function getAiView(tx: OrgTx): Promise<AiView> {
  const key = await findAiKey(tx);
  return {
    ...(await getAiSettings(tx)),
    apiKey: key === undefined ? null : { lastFour: key.lastFour, setAt: key.setAt },
  };
}

type Partly<Type> = { readonly [Name in keyof Type]?: Type[Name] | undefined };

/** Members that are left out keep their value. */
export type AiSettingsChange = Partly<Omit<AiSettings, 'guards' | 'budget'>> & {
  readonly guards?: Partly<AiSettings['guards']> | undefined;
  readonly budget?: Partly<AiSettings['budget']> | undefined;
  /** Null removes the key. */
  readonly apiKey?: string | null | undefined;
};

export async function changeAiSettings(
  deps: AiDeps,
  caller: Caller,
  change: AiSettingsChange,
  onlyIf: (current: AiView) => void,
): Promise<AiView> {
  const now = nowOf(deps);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    await lockOpinions(tx, 'all');
    const before = await getAiView(tx);
    onlyIf(before);
    const after = withChange(before, change, deps.ai);
    if (before.apiKey !== null && change.apiKey === undefined && originOf(before) !== originOf(after))
      throw AI_KEY_NEEDED(undefined, at('/apiKey', 'is required for a new origin'));
    await saveAiSettings(tx, after, now);
    if (change.apiKey === null) await removeAiKey(tx);
    else if (change.apiKey !== undefined) await saveAiKey(tx, deps.ai.keyRing, change.apiKey, now);
    const view = await getAiView(tx);
    await recordChange(deps, tx, caller, {
      at: now,
      action: 'ai.updated',
      kind: 'organization',
      id: tx.orgId,
      before: toAudit(before),
      after: toAudit(view),
    });
    if (changesVerdicts(before, after)) {
      await recordOpinionChange(tx, 'all');
      const versions = await listAssessedVersions(tx, { serviceId: null, limit: AFFECTED_VERSIONS_MAX });
      await requestAnalyses(deps, tx, versions, 'ai');
    }
    // Questions that could not be asked before may be possible now. Like a publication, locks versions before their assessments.
    await makeAssessmentsDue(tx, now);
    return view;
  });
}

function withChange(before: AiSettings, change: AiSettingsChange, ai: AiServices): AiSettings {
  const { apiKey: _apiKey, guards = {}, budget = {}, ...plain } = change;
  const { apiKey: _known, ...settings } = { apiKey: null, ...before };
  const after: AiSettings = {
    ...settings,
    ...withoutUndefined(plain),
    guards: { ...before.guards, ...withoutUndefined(guards) },
    budget: { ...before.budget, ...withoutUndefined(budget) },
  };
  if (change.baseUrl !== undefined && change.baseUrl !== null) requireUsableUrl(change.baseUrl, ai);
  if (after.apiKeyHeader !== null && !ai.isKeyHeader(after.apiKeyHeader))
    throw AI_KEY_HEADER_INVALID(undefined, at('/apiKeyHeader', 'is a reserved header'));
  if (after.enabled) requireComplete(after);
  return after;
}

/** Removes members whose value is undefined. */
function withoutUndefined<Type extends object>(
  change: Type,
): { [Name in keyof Type]?: Exclude<Type[Name], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Type]?: Exclude<Type[Name], undefined>;
  };
}

/** Checks only the address itself: the provider is not called until a question is asked. */
function requireUsableUrl(text: string, ai: AiServices): void {
  const problem = findUrlProblem(URL.parse(text), ai);
  if (problem !== undefined) throw AI_URL_INVALID({ problem }, at('/baseUrl', problem));
}

function findUrlProblem(url: URL | null, ai: AiServices): string | undefined {
  if (url === null) return 'it is not a URL';
  if (url.username !== '' || url.password !== '') return 'it contains a user name or password';
  if (url.hash !== '') return 'it contains a fragment, which is never sent';
  // Every user who may read the settings can see the address.
  if ([...url.searchParams.keys()].some((name) => SECRET_NAMES.has(name.toLowerCase())))
    return 'its query seems to contain a key. Send the key as "apiKey", and the name of its header as "apiKeyHeader" if the provider requires one';
  return ai.problemOfUrl(url);
}

const SECRET_NAMES: ReadonlySet<string> = new Set([
  'key',
  'apikey',
  'api_key',
  'api-key',
  'token',
  'access_token',
  'secret',
  'client_secret',
  'password',
  'sig',
]);

/** Names the member of the request that the error is about. */
function at(path: string, message: string): ErrorOptions {
  return { details: [{ path, message }] };
}

/** Settings that are complete enough to ask a model. */
export type CompleteAiSettings = AiSettings & { readonly baseUrl: string; readonly model: string };

export function requireComplete(settings: AiSettings): asserts settings is CompleteAiSettings {
  if (settings.baseUrl === null)
    throw AI_SETTINGS_INCOMPLETE(
      { missing: '"baseUrl" (the base URL of the provider)' },
      at('/baseUrl', 'is required'),
    );
  if (settings.model === null)
    throw AI_SETTINGS_INCOMPLETE({ missing: '"model" (its name)' }, at('/model', 'is required'));
}

function originOf({ baseUrl }: AiSettings): string | null {
  return baseUrl === null ? null : new URL(baseUrl).origin;
}

/** The audit entry may say which key is used, but not contain it. The query may contain another key, so it is left out. */
function toAudit({ baseUrl, ...view }: AiView): object {
  const url = baseUrl === null ? null : new URL(baseUrl);
  return { ...view, baseUrl: url && `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}` };
}

function changesVerdicts(before: AiSettings, after: AiSettings): boolean {
  const inputsOf = ({ enabled, mode, guards, sharing, model }: AiSettings): string =>
    JSON.stringify([enabled, mode, guards.cvss, guards.epss, sharing, model]);
  return inputsOf(before) !== inputsOf(after);
}

/** Whether a model may be asked about a service, and the reason if not. Read whenever findings are published. */
export interface AiAvailability {
  readonly settings: AiSettings;
  /** Null if the model may be asked. */
  readonly off: 'ai_disabled' | 'opt_out' | null;
}

export async function getAiAvailability(
  ai: AiServices | undefined,
  tx: OrgTx,
  serviceId: string,
): Promise<AiAvailability> {
  const settings = await once(tx, 'ai', async () => await getAiSettings(tx));
  if (ai === undefined || !settings.enabled) return { settings, off: 'ai_disabled' };
  return { settings, off: (await isOptedOut(tx, serviceId)) ? 'opt_out' : null };
}
