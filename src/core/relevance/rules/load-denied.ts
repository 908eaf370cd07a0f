/**
 * R19. An enforced runtime profile denies the service every known file of the component: reading, mapping and executing. A
 * profile can be disabled, so the finding is only deprioritized.
 */
import type { ProfileView, RuntimeEvidence } from '../../profile/profile-view.ts';
import { isTrueEverywhere } from '../subject/everywhere.ts';
import type { ComponentPlace } from '../subject/subject.ts';
import { toRuleOpinion, toEvidence, type Rule } from './rule.ts';
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
    return toRuleOpinion(NAME, {
      effect: 'deprioritize',
      state: 'exploitable',
      justification: 'protected_at_runtime',
      label: 'mitigated',
      text: 'The enforced runtime profile denies the service access to every file of the component.',
      evidence: toEvidence(lines.map(toRuntimeEvidence)),
    });
  },
};

/** Returns the lines that deny every file of the component; undefined: a file may be used, or it is unknown. */
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
