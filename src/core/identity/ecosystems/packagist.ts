/** Packagist: `vendor/name`, ignoring case. https://getcomposer.org/doc/04-schema.md#name */
import { toAsciiLower } from '../identifier-text.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export const packagist: EcosystemRules = {
  family: 'Packagist',
  scheme: 'packagist',
  purlTypes: ['composer'],
  normalizeName: toAsciiLower,
  read,
};

const NAME = /^[a-z0-9_.-]+\/[a-z0-9_.-]+$/;
// `dev-main` and `1.x-dev` are branches, and so is 9999999 in place of the x, while `1.2.0-dev` comes before 1.2.0. The other
// patterns are constraints from a composer.json.
const FLOATING = /^dev-|(?:^|\.)(?:x|9999999)-dev$|^[~^<>=*]|\*/i;

function read({ namespace, name, version, group }: PackageFacts): NamedVersion | CannotAssessReason {
  const vendor = namespace ?? group;
  // PHP itself and its extensions are required without a vendor and are not packages.
  if (vendor === undefined || vendor === '') return 'incomplete-name';
  const fullName = toAsciiLower(`${vendor}/${name}`);
  if (!NAME.test(fullName)) return 'invalid-purl';
  if (version !== undefined && FLOATING.test(version)) return 'floating-ref';
  return { name: fullName, version };
}
