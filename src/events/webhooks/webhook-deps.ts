/** Dependencies of webhooks and notification rules, provided by `main.ts`. */
import type { Mailer } from '../../outbound/mailer.ts';
import type { OutboundPolicy } from '../../outbound/policy.ts';
import type { Database } from '../../store/database.ts';
import type { Actor } from '../../store/people/audit.ts';
import type { KeyRing } from '../../store/secrets/key-ring.ts';
import type { Logger } from '../../telemetry/log.ts';

export interface WebhookDeps {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly keyRing: KeyRing;
  readonly policy: OutboundPolicy;
  /** Undefined if mail is not configured. */
  readonly mailer: Mailer | undefined;
  /** For links in messages. Configured whenever mail is. */
  readonly publicUrl: string | undefined;
}

/** In the order in which a message reaches them. */
export type DeliveryCrashPoint = 'delivery-created' | 'delivery-sent';

export type AttemptOutcome = 'delivered' | 'retried' | 'given_up';

export interface SendDeps extends WebhookDeps {
  readonly log: Logger;
  /** Ends the process at a named point when a crash test asks for it. */
  readonly crashPoint: (name: DeliveryCrashPoint) => void;
  readonly onAttempt: (outcome: AttemptOutcome) => void;
}

/** The actor that requests a change, and the organization. */
export interface WebhookCaller {
  readonly orgId: string;
  readonly actor: Actor;
  readonly requestId: string;
}
