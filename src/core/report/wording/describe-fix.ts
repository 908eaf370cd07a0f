/** Describes the fix of a finding in one sentence. */
import { toPlainText } from './plain-text.ts';
import type { ReportedFinding } from '../report.ts';

const VERSIONS_SHOWN_MAX = 3;
const VERSION_CHARACTERS_MAX = 64;
const NAME_CHARACTERS_MAX = 128;

export function describeFix({ class: kind, component, fix, target }: ReportedFinding): string {
  const name = toPlainText(component.name, NAME_CHARACTERS_MAX);
  if (kind === 'malicious')
    return `Remove ${name}: it is malicious. Treat every secret that it could read as compromised.`;
  const [nearest, ...others] = fix.versions
    .slice(0, VERSIONS_SHOWN_MAX)
    .map((version) => toPlainText(version, VERSION_CHARACTERS_MAX));
  if (target !== undefined) {
    const best = toPlainText(target, VERSION_CHARACTERS_MAX);
    const alone = nearest === undefined || nearest === best ? '' : ` This vulnerability alone is fixed in ${nearest}.`;
    return `Upgrade ${name} to ${best}.${alone}`;
  }
  if (nearest === undefined) return WITHOUT_VERSION[fix.state](name);
  const channel = fix.channel ? ` (requires ${toPlainText(fix.channel, NAME_CHARACTERS_MAX)})` : '';
  return `Upgrade ${name} to ${[nearest, ...others].join(', or to ')}${channel}.`;
}

const WITHOUT_VERSION: Readonly<Record<ReportedFinding['fix']['state'], (name: string) => string>> = {
  fixed: (name) => `${name} is fixed, but the fixed version is unknown.`,
  not_fixed: (name) => `No fix for ${name} is known.`,
  wont_fix: (name) => `${name} will not be fixed.`,
  deferred: (name) => `The distribution has postponed the fix for ${name}.`,
  eol: (name) => `The distribution release of ${name} has reached end of life. Move to a supported release.`,
  unknown: (name) => `It is unknown whether ${name} is fixed.`,
};
