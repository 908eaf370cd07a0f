/**
 * R19. A runtime profile that is enforced denies every known file of the component to the service: it can neither be read nor
 * mapped nor started. A profile can be switched off, so the finding is lowered and stays in sight.
 */
import type { RuntimeEvidence } from '../../profile/profile-view.ts';
import { isTrueEverywhere } from '../everywhere.ts';
import { sayAs, toEvidence, type Rule } from './rule.ts';
import { toRuntimeEvidence } from './runtime-evidence.ts';

const NAME = { id: 'R19', version: 1, code: 'load-denied' } as const;

const MODES = ['read', 'map', 'exec'] as const;

export const loadDenied: Rule = {
  ...NAME,
  judge: (subject) => {
    const lines: RuntimeEvidence[] = [];
    const isDenied = isTrueEverywhere(subject, ({ files }, { runtime }) => {
      if (runtime === undefined || files.length === 0) return false;
      return files.every((file) =>
        MODES.every((mode) => {
          const { answer, evidence } = runtime.file(file, mode);
          lines.push(...evidence);
          return answer === 'denied';
        }),
      );
    });
    if (!isDenied) return undefined;
    return sayAs(NAME, {
      effect: 'deprioritize',
      state: 'exploitable',
      justification: 'protected_at_runtime',
      label: 'mitigated',
      text: 'The runtime profile in force denies the service every file of the component.',
      evidence: toEvidence(lines.map(toRuntimeEvidence)),
    });
  },
};
