/** R02. A record says that the vulnerability is disputed, or records disagree about the affected range. Users should check it. */
import { defineRule } from './rule.ts';

export const disputed = defineRule({ id: 'R02', version: 1, code: 'disputed' }, ({ match, vulnerability }) => {
  if (match.assumptions.includes('disputed'))
    return {
      effect: 'annotate',
      state: 'in_triage',
      text: 'Sources disagree about the affected versions.',
    };
  if (!vulnerability.isDisputed) return undefined;
  return {
    effect: 'annotate',
    state: 'in_triage',
    text: 'An advisory marks this vulnerability as disputed.',
  };
});
