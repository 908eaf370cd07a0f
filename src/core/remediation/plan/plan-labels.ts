/** Display texts for the reason codes of remaining findings and the kinds of alternative versions. */
import type { AlternativeKind } from '../targets/target.ts';
import type { ResidualReason } from './plan.ts';

export function describeResidual(reason: ResidualReason): string {
  return RESIDUAL[reason];
}

const RESIDUAL: Readonly<Record<ResidualReason, string>> = {
  malicious: 'Malicious, and no clean version is known.',
  cannot_assess: 'The version cannot be compared with other versions.',
  eol: 'The distribution release has reached end of life.',
  wont_fix: 'The distribution will not fix it.',
  paid_channel: 'The fix is available only in a paid channel of the distribution.',
  reduces: 'No version fixes it. The recommended version only reduces the risk.',
  replaced: 'Fixed only in another package.',
  only_last_affected: 'The last affected version is known, but no advisory names a fixed version.',
  unmaintained: 'The package is no longer maintained.',
  workaround: 'No fix is known. The advisory describes a workaround.',
  feature: 'No fix is known. Only one feature of the package is affected.',
  not_affected_before: 'No fix is known. Older versions are not affected.',
  no_fix: 'No fix is known.',
  remains_at_target: 'The recommended version of the package is also affected.',
  unverified: 'The only available action is unverified.',
  os_package: 'It belongs to an operating system package that has no fix.',
  probably_of_the_system: 'It probably belongs to an operating system package. Update that package to get the fix.',
  unknown: 'No action that fixes it is known.',
};

/** Describes an alternative to the recommended version. */
export function describeAlternative(kind: AlternativeKind, name: string, version: string): string {
  return `${ALTERNATIVES[kind]}: ${name} ${version}.`;
}

const ALTERNATIVES: Readonly<Record<AlternativeKind, string>> = {
  reduces_on_line: 'Reduces the risk within the installed release line',
  clears_high: 'Smaller upgrade without critical and high findings',
  clean_relevant: 'Smaller upgrade without relevant findings',
  highest_clean: 'Highest clean version',
};
