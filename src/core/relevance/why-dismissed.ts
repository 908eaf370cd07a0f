/** In a sentence for people, why a finding does not matter here. */
import type { Dismissal } from '../match/ownership/owner-verdict.ts';

export interface Reason {
  /** Stable. */
  readonly code: string;
  readonly text: string;
}

const TEXTS: Readonly<Record<Dismissal['code'], (owner: string) => string>> = {
  'distro-not-affected': (owner) => `It came with the package ${owner}, which is not affected, says its distribution.`,
  'owned-by-os-package': (owner) =>
    `It came with the package ${owner}. Its distribution also lists what it has not fixed, and does not list this.`,
};

export function whyDismissed({ code, owner: { name, version } }: Dismissal): Reason {
  const owner = [name, version ?? ''].map(shorten).join(' ').trim();
  return { code, text: TEXTS[code](owner) };
}

// Names come from documents, and a sentence has to stay one.
const CHARACTERS_MAX = 80;

function shorten(text: string): string {
  return text.length <= CHARACTERS_MAX ? text : `${text.slice(0, CHARACTERS_MAX - 1).toWellFormed()}…`;
}
