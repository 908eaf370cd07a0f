/**
 * R04. The distribution that built the package says that it is not affected, or lists all affected packages and not this one. The
 * matcher has already determined this, because it depends on the document that contains both packages.
 */
import { shortenName } from '../opinions/opinion.ts';
import { defineRule } from './rule.ts';
import type { Dismissal } from '../../match/ownership/resolve-ownership.ts';

// Explains to users why a finding is not relevant.
interface DismissalReason {
  /** Stable across releases. */
  readonly code: string;
  readonly text: string;
}

const TEXTS: Readonly<Record<Dismissal['code'], (owner: string) => string>> = {
  'distro-not-affected': (owner) => `Installed by the package ${owner}, which its distribution lists as not affected.`,
  'owned-by-os-package': (owner) =>
    `Installed by the package ${owner}. Its distribution also lists unfixed vulnerabilities and does not list this one.`,
};

export function explainDismissal({ code, owner: { name, version } }: Dismissal): DismissalReason {
  const owner = [name, version ?? ''].map(shortenName).join(' ').trim();
  return { code, text: TEXTS[code](owner) };
}

export const distroNotAffected = defineRule(
  { id: 'R04', version: 1, code: 'distro-not-affected' },
  ({ match: { dismissal } }) => {
    if (dismissal === undefined) return undefined;
    const { name, version } = dismissal.owner;
    return {
      ...explainDismissal(dismissal),
      effect: 'dismiss',
      class: 'fact',
      state: 'not_affected',
      justification: 'code_not_present',
      evidence: [{ type: 'advisory', path: shortenName(name), value: version === null ? null : shortenName(version) }],
    };
  },
);
