/** What routes work with: the dependencies of the API, provided by `main.ts`, and the application that they are added to. */
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Server } from 'node:http';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AccountMail } from '../access/account/account-mail.ts';
import type { Authenticator } from '../access/tokens/authenticate-token.ts';
import type { SessionAuthenticator } from '../access/sessions/sessions.ts';
import type { FailedSignIns } from '../access/sessions/sign-in.ts';
import type { ForgottenPasswords } from '../access/account/reset-password.ts';
import type { PasswordGuard } from '../access/passwords/passwords.ts';
import type { Limits } from '../core/limits.ts';
import type { WakeUps } from '../events/wake-ups.ts';
import type { WebhookDeps } from '../events/webhooks/webhook-deps.ts';
import type { DataState, SourceOverview } from '../pipeline/advisories/data-state.ts';
import type { AiServices } from '../pipeline/ai/ai-deps.ts';
import type { PipelineDeps } from '../pipeline/deps.ts';
import type { Spool } from '../store/portfolio/blobs/spool.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { MetricsReport } from '../telemetry/metrics-report.ts';
import type { ThreadPool } from '../threads/pool/thread-pool.ts';
import type { ApiAnswer, ApiRequest } from './mcp/call-api.ts';
import type { AnalysisWatch } from './http/stream/analysis-watch.ts';
import type { ProxyWatch } from './http/proxy-watch.ts';
import type { StorageGuard } from './http/limits/storage-guard.ts';
import type { FairQueue } from './http/limits/fair-queue.ts';
import type { LongPolls } from './http/stream/long-polls.ts';

/** Requests and responses have the types of the schemas of their route. */
export type RouteApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export interface ApiDeps extends PipelineDeps {
  readonly ai: AiServices;
  readonly authenticator: Authenticator;
  readonly sessions: SessionAuthenticator;
  readonly passwords: PasswordGuard;
  readonly failedSignIns: FailedSignIns;
  readonly forgottenPasswords: ForgottenPasswords;
  /** Undefined if mail is not configured. */
  readonly accountMail: AccountMail | undefined;
  readonly spool: Spool;
  readonly bodyQueue: FairQueue;
  readonly threads: ThreadPool;
  readonly limits: Limits;
  readonly storageGuard: StorageGuard;
  readonly log: Logger;
  readonly wakeUps: WakeUps;
  readonly webhooks: WebhookDeps;
  /** For reports over all findings of a version. */
  readonly reportQueue: FairQueue;
  readonly longPolls: LongPolls;
  readonly analysisWatch: AnalysisWatch;
  readonly metrics: Metrics;
  readonly metricsReport: MetricsReport;
  /** Undefined: metrics are open to every client that can reach this process. */
  readonly metricsToken: string | undefined;
  readonly readiness: () => Promise<Readiness>;
  /** Sends a request to the server of this process as the same caller. */
  readonly callInProcess: (server: Server, caller: InProcessCaller, request: ApiRequest) => Promise<ApiAnswer>;
  readonly publicUrl: string | undefined;
  /** Version of Assay, for reports that name the tool that generated them. */
  readonly version: string;
  readonly trustProxy: readonly string[];
  readonly proxyWatch: ProxyWatch;
  /** The folder of the portal build, which may not exist yet. */
  readonly portalFolder: string;
}

interface InProcessCaller {
  /** The header as sent. */
  readonly authorization: string;
  readonly remoteAddress: string;
}

export interface Readiness {
  readonly database: boolean;
  readonly queue: boolean;
  readonly migrations: string;
  readonly advisories: {
    readonly state: DataState['state'];
    readonly sources: readonly (Pick<SourceOverview, 'name' | 'state' | 'ageSeconds'> & {
      readonly staleText: string | null;
    })[];
  };
  readonly problems: readonly ReadinessProblem[];
  readonly warnings: readonly string[];
}

export interface ReadinessProblem {
  readonly code: string;
  readonly message: string;
  /** If true, the server is not ready; otherwise it is degraded. */
  readonly refusesUploads: boolean;
}
