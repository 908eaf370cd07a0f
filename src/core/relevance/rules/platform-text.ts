/**
 * R07. The text of an advisory mentions only one operating system. Text is not a structured field, so the conclusion is left to
 * the user.
 */
import { defineRule } from './rule.ts';

const ONLY = 'only:';

export const platformText = defineRule({ id: 'R07', version: 1, code: 'platform-text' }, ({ vulnerability }) => {
  const systems = vulnerability.mentions.flatMap((each) => (each.startsWith(ONLY) ? each.slice(ONLY.length) : []));
  if (systems.length === 0) return undefined;
  const words = [...new Set(systems)].toSorted().join(', ');
  return {
    effect: 'annotate',
    text: `Affects only ${words}, according to the text of an advisory.`,
    evidence: [{ type: 'advisory', path: 'text', value: words }],
  };
});
