/**
 * SwiftURL: the repository URL without scheme and `.git`, ignoring case. https://www.swift.org/package-manager/
 */
import { toAsciiLower } from '../identifier-text.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export const swift: EcosystemRules = {
  family: 'SwiftURL',
  scheme: 'semver',
  purlTypes: ['swift'],
  normalizeName,
  read,
};

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?/;
const BEHIND_ADDRESS = /[#?@]/;
const ENDING = /(?:\.git)?\/?$/;
const ADDRESS = /^[a-z0-9.-]+\.[a-z]{2,}(?::[0-9]{1,5})?\/[a-z0-9._~/+-]+$/;

function normalizeName(name: string): string {
  const [bare = ''] = toAsciiLower(name).replace(SCHEME, '').split(BEHIND_ADDRESS, 1);
  return bare.replace(ENDING, '');
}

function read({ namespace, name, version, group, qualifiers }: PackageFacts): NamedVersion | CannotAssessReason {
  const address = qualifiers.get('vcs_url') ?? joined(namespace ?? group, name);
  if (address === undefined) return 'incomplete-name';
  const normalized = normalizeName(address);
  return ADDRESS.test(normalized) ? { name: normalized, version } : 'invalid-purl';
}

function joined(namespace: string | undefined, name: string): string | undefined {
  return namespace === undefined || namespace === '' ? undefined : `${namespace}/${name}`;
}
