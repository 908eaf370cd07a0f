/** Starts a complete Assay for a browser: own folder and database, no network, owner signed in. */
import type { Installation } from '../support/assay-process.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { signInAsOwner } from './browser.ts';

const OWNER_PASSWORD = 'correct horse battery staple';

export interface RealAssay {
  readonly url: string;
  /** With every scope. */
  readonly token: string;
  readonly installation: Installation;
  /** Session of the owner. */
  readonly session: { readonly name: string; readonly value: string };
  /** Sends a request to the API with the token. */
  ask(method: string, path: string, body?: unknown): Promise<Response>;
  stop(): Promise<void>;
}

/** `more` adds environment variables. */
export async function startRealAssay(more: Readonly<Record<string, string>> = {}): Promise<RealAssay> {
  const installation = await startedInstallation();
  const assay = installation.launch({
    environment: {
      ASSAY_OSV_URL: 'off',
      ASSAY_KEV_URL: 'off',
      ASSAY_EPSS_URL: 'off',
      ASSAY_SSVC_URL: 'off',
      ASSAY_OWNER_PASSWORD: OWNER_PASSWORD,
      ...more,
    },
  });
  const url = await assay.ready;
  const { token } = installation;
  return {
    url,
    token,
    installation,
    session: await signInAsOwner(url, OWNER_PASSWORD),
    ask: async (method, path, body) =>
      await fetch(`${url}/api/v2${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    stop: async () => await installation.remove(),
  };
}
