/**
 * R19. A runtime profile that is enforced denies every known file of the component to the service: it can neither be read nor
 * mapped nor started. A profile can be switched off, so the finding is lowered and stays in sight.
 */
import type { ProfileView, RuntimeEvidence } from '../../profile/profile-view.ts';
import { isTrueEverywhere } from '../everywhere.ts';
import type { ComponentPlace } from '../subject.ts';
import { sayAs, toEvidence, type Rule } from './rule.ts';
import { toRuntimeEvidence } from './runtime-evidence.ts';

const NAME = { id: 'R19', version: 1, code: 'load-denied' } as const;

const MODES = ['read', 'map', 'exec'] as const;

export const loadDenied: Rule = {
  ...NAME,
  judge: (subject) => {
    const lines: RuntimeEvidence[] = [];
    const isDenied = isTrueEverywhere(subject, (place, profile) => {
      const denial = findLoadDenial(place, profile);
      lines.push(...(denial ?? []));
      return denial !== undefined;
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

/** The lines that deny every file of the component; undefined: one may be used, or nobody knows. */
export function findLoadDenial(
  { files }: Pick<ComponentPlace, 'files'>,
  { runtime }: Pick<ProfileView, 'runtime'>,
): readonly RuntimeEvidence[] | undefined {
  if (runtime === undefined || files.length === 0) return undefined;
  const lines: RuntimeEvidence[] = [];
  for (const file of files) {
    for (const mode of MODES) {
      const { answer, evidence } = runtime.file(file, mode);
      if (answer !== 'denied') return undefined;
      lines.push(...evidence);
    }
  }
  return lines;
}
