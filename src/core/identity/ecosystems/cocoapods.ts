/**
 * CocoaPods has no advisories of its own. A pod whose purl names its repository is looked up as the corresponding Swift package;
 * other pods cannot be looked up, because a pod and a repository of the same name may be unrelated.
 */
import type { EcosystemRules } from './ecosystem-rules.ts';
import { swift } from './swift.ts';

export const cocoapods: EcosystemRules = {
  ...swift,
  purlTypes: ['cocoapods'],
  read: (facts) => (facts.qualifiers.has('vcs_url') ? swift.read(facts) : 'unsupported-type'),
};
