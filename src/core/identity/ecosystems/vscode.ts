/** VS Code extensions: `publisher.name`, ignoring case. https://code.visualstudio.com/api/references/extension-manifest */
import { toAsciiLower } from '../identifier-text.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export const vscode: EcosystemRules = {
  family: 'VSCode',
  scheme: 'semver',
  purlTypes: ['vscode', 'vscode-extension'],
  normalizeName: (name) => toAsciiLower(name).replace('/', '.'),
  read,
};

const NAME = /^[a-z0-9-]+\.[a-z0-9._-]+$/;

function read({ namespace, name, version, group }: PackageFacts): NamedVersion | CannotAssessReason {
  const publisher = namespace ?? group;
  const fullName = toAsciiLower(publisher === undefined || publisher === '' ? name : `${publisher}.${name}`);
  if (!fullName.includes('.')) return 'incomplete-name';
  return NAME.test(fullName) ? { name: fullName, version } : 'invalid-purl';
}
