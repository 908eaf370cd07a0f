/**
 * RubyGems: exact names; a platform gem has the platform in its version.
 * https://guides.rubygems.org/specification-reference/#platform=
 */
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export const rubygems: EcosystemRules = {
  family: 'RubyGems',
  scheme: 'rubygems',
  purlTypes: ['gem'],
  normalizeName: (name) => name,
  read,
};

const NAME = /^[A-Za-z0-9_.-]+$/;
// First word of a platform: a processor, followed by an operating system, or another Ruby implementation.
const PLATFORM =
  /^(?:x86_64|x86|x64|i[3-6]86|aarch64|arm64|armv?[0-9]?[a-z]?|universal|powerpc|ppc64le|s390x|riscv64|java|jruby|ruby|truffleruby|mswin[0-9]*|mingw[0-9]*)$/;

function read({ namespace, name, version }: PackageFacts): NamedVersion | CannotAssessReason {
  if (namespace !== undefined || !NAME.test(name)) return 'invalid-purl';
  if (version?.includes('://') === true) return 'floating-ref';
  return { name, version: version && withoutPlatform(version) };
}

// `1.15.0-x86_64-linux` is 1.15.0: a remaining dash would be parsed as a prerelease.
function withoutPlatform(version: string): string {
  const pieces = version.split('-');
  const start = pieces.findIndex((piece, n) => n > 0 && PLATFORM.test(piece));
  return start === -1 ? version : pieces.slice(0, start).join('-');
}
