/** Explains to users why a finding is not relevant. */
import type { Dismissal } from '../match/ownership/owner-verdict.ts';
import { shortenName } from './short-text.ts';

export interface DismissalReason {
  /** Stable across releases. */
  readonly code: string;
  readonly text: string;
}

const TEXTS: Readonly<Record<Dismissal['code'], (owner: string) => string>> = {
  'distro-not-affected': (owner) => `It came with the package ${owner}, which is not affected, says its distribution.`,
  'owned-by-os-package': (owner) =>
    `It came with the package ${owner}. Its distribution also lists what it has not fixed, and does not list this.`,
};

export function explainDismissal({ code, owner: { name, version } }: Dismissal): DismissalReason {
  const owner = [name, version ?? ''].map(shortenName).join(' ').trim();
  return { code, text: TEXTS[code](owner) };
}
