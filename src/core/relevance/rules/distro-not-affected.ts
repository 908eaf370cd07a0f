/**
 * R04. The distribution that built the package says that it is not affected, or lists all affected packages and not this one. The
 * matcher has already determined this, because it depends on the document that contains both packages.
 */
import { shortenName } from '../short-text.ts';
import { explainDismissal } from '../why-dismissed.ts';
import { toRuleOpinion, type Rule } from './rule.ts';

const NAME = { id: 'R04', version: 1, code: 'distro-not-affected' } as const;

export const distroNotAffected: Rule = {
  ...NAME,
  judge: ({ match: { dismissal } }) => {
    if (dismissal === undefined) return undefined;
    const { name, version } = dismissal.owner;
    return toRuleOpinion(NAME, {
      ...explainDismissal(dismissal),
      effect: 'dismiss',
      class: 'fact',
      state: 'not_affected',
      justification: 'code_not_present',
      evidence: [{ type: 'advisory', path: shortenName(name), value: version === null ? null : shortenName(version) }],
    });
  },
};
