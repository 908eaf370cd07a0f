/** Display texts for the reason codes of remaining findings and the kinds of alternative versions. */
import type { AlternativeKind } from '../targets/target.ts';
import type { ResidualReason } from './plan.ts';

export function describeResidual(reason: ResidualReason): string {
  return RESIDUAL[reason];
}

const RESIDUAL: Readonly<Record<ResidualReason, string>> = {
  malicious: 'It is malicious, and no version of it is known to be clean.',
  cannot_assess: 'Its version cannot be compared with others.',
  eol: 'The release that it is from has ended.',
  wont_fix: 'The distribution will not fix it.',
  paid_channel: 'The fix is available only with a paid channel of the distribution.',
  reduces: 'No version ends it; the recommended one only reduces the risk.',
  replaced: 'It is fixed in another package only.',
  only_last_affected: 'The last affected version is known, and no fixed one is named.',
  unmaintained: 'Nobody looks after the package any more.',
  workaround: 'No fix is known; its advisory names a workaround.',
  feature: 'No fix is known; only one feature of the package is affected.',
  not_affected_before: 'No fix is known; older versions do not have it.',
  no_fix: 'No fix is known.',
  remains_at_target: 'The recommended version of the package has it too.',
  unverified: 'The only step for it is unverified.',
  os_package: 'A package of the system brings it, and that one has no fix.',
  probably_of_the_system: 'A package of the system has probably brought it: a fix comes with that one.',
  unknown: 'Nothing is known that ends it.',
};

/** Describes an alternative to the recommended version. */
export function describeAlternative(kind: AlternativeKind, name: string, version: string): string {
  return `${ALTERNATIVES[kind]}: ${name} ${version}.`;
}

const ALTERNATIVES: Readonly<Record<AlternativeKind, string>> = {
  reduces_on_line: 'Reduces the risk without leaving the installed line',
  clears_high: 'Nearer, and without anything critical or high',
  clean_relevant: 'Nearer, and without anything that matters here',
  highest_clean: 'The highest clean version',
};
