/** URL parameter for the webhook whose deliveries are shown. */
import { textOf, type RawSearch } from '../../../search-params/list-view.ts';

export interface WebhookView {
  readonly webhook?: string | undefined;
}

export function parseWebhookView(search: RawSearch): WebhookView {
  return { webhook: textOf(search, 'webhook') || undefined };
}
