/** Determines whether a model may be asked about a service, and the reason if not. Called whenever findings are published. */
import { getAiSettings, type AiSettings } from '../../store/ai/ai-settings.ts';
import type { OrgTx } from '../../store/database.ts';
import { isOptedOut } from '../../store/portfolio/services.ts';
import type { AiServices } from './ai-deps.ts';

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
  const settings = await getAiSettings(tx);
  if (ai === undefined || !settings.enabled) return { settings, off: 'ai_disabled' };
  return { settings, off: (await isOptedOut(tx, serviceId)) ? 'opt_out' : null };
}
