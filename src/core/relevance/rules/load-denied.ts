/**
 * R19. An enforced runtime profile denies the service every known file of the component: reading, mapping and executing. A
 * profile can be disabled, so the finding is only deprioritized.
 */
import type { ProfileView, RuntimeEvidence } from '../../profile/profile-view.ts';
import { isTrueEverywhere, type ComponentPlace } from '../subject/subject.ts';
import { defineRule, toRuntimeEvidence } from './rule.ts';

const MODES = ['read', 'map', 'exec'] as const;

export const loadDenied = defineRule({ id: 'R19', version: 1, code: 'load-denied' }, (subject) => {
  const lines: RuntimeEvidence[] = [];
  const isDenied = isTrueEverywhere(subject, (place, profile) => {
    const denial = findLoadDenial(place, profile);
    lines.push(...(denial ?? []));
    return denial !== undefined;
  });
  if (!isDenied) return undefined;
  return {
    effect: 'deprioritize',
    state: 'exploitable',
    justification: 'protected_at_runtime',
    label: 'mitigated',
    text: 'The enforced runtime profile denies the service access to every file of the component.',
    evidence: lines.map(toRuntimeEvidence),
  };
});

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
