/** Which webhook's messages are looked at. It lives in the URL. */
import { textOf, type RawSearch } from './list-view.ts';

export interface WebhookView {
  readonly webhook?: string | undefined;
}

export function readWebhookView(search: RawSearch): WebhookView {
  return { webhook: textOf(search, 'webhook') || undefined };
}
