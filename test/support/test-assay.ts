/** Runs the whole of Assay in this process, on its own database and a free port, with helpers for tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect } from 'vitest';
import { TOKEN_SCOPES, type TokenScope } from '../../src/core/vocabulary/access.ts';
import { insertToken } from '../../src/store/people/tokens.ts';
import { insertOrganization } from '../../src/store/people/organizations.ts';
import { hashToken, newTokenSecret } from '../../src/access/secrets.ts';
import { parseConfig } from '../../src/config.ts';
import { startAssay } from '../../src/main.ts';
import { openDatabase, type Database } from '../../src/store/database.ts';
import { newId } from '../../src/store/new-id.ts';
import { createLogger } from '../../src/telemetry/log.ts';
import { findUndocumented } from './documented-statuses.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestOrganization {
  readonly id: string;
  /** A token with every scope. */
  readonly token: string;
  newToken(options?: {
    scopes?: readonly TokenScope[];
    serviceIds?: readonly string[] | null;
    expiresAt?: string | null;
  }): Promise<string>;
}

export interface TestAssay {
  readonly url: string;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** A token of the organization that the first start created. */
  readonly token: string;
  /** Returns the complete log, one JSON object per line. */
  logs(): string;
  newOrganization(): Promise<TestOrganization>;
  request(path: string, options?: RequestInit & { token?: string | null }): Promise<Response>;
  /** Fails when the server has returned a status that the OpenAPI document does not list. */
  stop(): Promise<void>;
}

export async function startTestAssay(environment: Readonly<Record<string, string>> = {}): Promise<TestAssay> {
  // A second instance on the database of the first does not remove it.
  const shared = environment['ASSAY_DATABASE_URL'];
  const testDatabase =
    shared === undefined ? await createTestDatabase({ starter: true }) : { url: shared, drop: async () => {} };
  const databaseUrl = testDatabase.url;
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-data-'));
  const { text: token } = newTokenSecret();
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const config = parseConfig(
    {
      ASSAY_PORT: '0',
      // Tests set their own advisory source; none contacts the public ones.
      ASSAY_OSV_URL: 'off',
      ASSAY_KEV_URL: 'off',
      ASSAY_EPSS_URL: 'off',
      ASSAY_SSVC_URL: 'off',
      ASSAY_DATA_DIR: dataDir,
      ASSAY_DATABASE_URL: databaseUrl,
      ASSAY_BOOTSTRAP_TOKEN: token,
      ASSAY_LOG_LEVEL: 'debug',
      ASSAY_TOKEN_UPLOADS_PER_MINUTE_MAX: '1000000',
      ASSAY_ORG_UPLOADS_PER_MINUTE_MAX: '1000000',
      ASSAY_TOKEN_READS_PER_MINUTE_MAX: '1000000',
      ASSAY_ORG_READS_PER_MINUTE_MAX: '1000000',
      // Tests share their process, and often a busy machine, with the server.
      ASSAY_EVENT_LOOP_DELAY_MS_MAX: '120000',
      ...environment,
    },
    dataDir,
  );
  const assay = await startAssay(config, createLogger('debug', sink));
  const database = openDatabase({
    url: databaseUrl,
    connectionsMax: 4,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  const url = assay.url ?? '';
  return {
    url,
    database,
    databaseUrl,
    dataDir,
    token,
    logs: () => lines.join(''),
    newOrganization: async () => await newOrganization(database),
    request: async (path, { token: sent = token, headers, ...options } = {}) =>
      await fetch(url + path, {
        ...options,
        headers: {
          ...(sent === null ? {} : { authorization: `Bearer ${sent}` }),
          ...(headers as Record<string, string>),
        },
      }),
    stop: async () => {
      const undocumented = assay.url === undefined ? [] : findUndocumented(lines.join(''), await readDocument(url));
      await assay.stop();
      await database.close();
      await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
      expect(undocumented, 'statuses that the OpenAPI document does not list').toEqual([]);
    },
  };
}

let documentOfFile: Promise<OpenApiDocument> | undefined;

/** Cached, because it is the same for every server of a test file, and large. */
async function readDocument(url: string): Promise<OpenApiDocument> {
  documentOfFile ??= fetch(`${url}/api/v2/openapi.json`).then(
    async (response) => (await response.json()) as OpenApiDocument,
  );
  return await documentOfFile;
}

export async function newOrganization(database: Database): Promise<TestOrganization> {
  const id = newId();
  const at = new Date().toISOString();
  await database.inOrg(
    id,
    async (tx) => await insertOrganization(tx, { id, name: 'Another organization', createdAt: at }),
  );
  const newToken: TestOrganization['newToken'] = async ({
    scopes = TOKEN_SCOPES,
    serviceIds = null,
    expiresAt = null,
  } = {}) => {
    const { publicId, text } = newTokenSecret();
    await database.inOrg(
      id,
      async (tx) =>
        await insertToken(tx, {
          id: newId(),
          publicId,
          sha256: hashToken(text),
          name: 'A token',
          scopes,
          serviceIds,
          createdAt: at,
          createdBy: { kind: 'operator', id: null, name: 'test' },
          ownerId: null,
          expiresAt,
        }),
    );
    return text;
  };
  return { id, token: await newToken(), newToken };
}
