/**
 * Checks whether an address may be the receiver of a webhook. Every port is allowed, because receivers use many; internal
 * networks are protected because only public addresses are called. The path or query of an address may contain a secret, so the
 * full address is shown only to users who may change it.
 */
import { AssayError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { requireAllowedTarget } from '../../outbound/checked-address.ts';
import { OUTBOUND_FORBIDDEN } from '../../outbound/errors.ts';
import type { OutboundPolicy } from '../../outbound/policy.ts';
import { WEBHOOK_URL_INVALID } from './errors.ts';

/** Returns the normalized address. */
export async function checkWebhookUrl(text: string, policy: OutboundPolicy): Promise<string> {
  const url = URL.parse(text);
  const fault = url === null ? 'it is not a URL' : problemOf(url, policy);
  if (url === null || fault !== undefined) throw WEBHOOK_URL_INVALID({ problem: fault ?? '' });
  try {
    await requireAllowedTarget(url, policy);
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== OUTBOUND_FORBIDDEN.code) throw error;
    const problem = policy.allowPrivate
      ? 'its address is link-local or reserved by the platform'
      : 'its address is not public';
    throw WEBHOOK_URL_INVALID({ problem }, { cause: error });
  }
  return url.href;
}

function problemOf(url: URL, { allowPrivate }: OutboundPolicy): string | undefined {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'it must begin with https://';
  if (url.username !== '' || url.password !== '') return 'it contains a user name or password';
  if (url.hash !== '') return 'it contains a fragment, which is never sent';
  if (url.href.length > LIMITS.webhookUrlCharactersMax)
    return `it has more than ${LIMITS.webhookUrlCharactersMax} characters`;
  return undefined;
}

/** Returns `https://example.com/…`, for users who may not change the webhook. */
export function redactUrl(href: string): string {
  return `${new URL(href).origin}/…`;
}

/** For logs and audit entries. */
export function withoutQuery(href: string): string {
  const url = new URL(href);
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
