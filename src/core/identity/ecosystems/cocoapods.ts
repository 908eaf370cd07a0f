/**
 * CocoaPods has no advisories of its own. A pod whose purl names its repository is looked up as the Swift package that it is as
 * well; any other one cannot be, because a pod and a repository of the same name may be different things.
 */
import type { EcosystemRules } from '../ecosystem-rules.ts';
import { swift } from './swift.ts';

export const cocoapods: EcosystemRules = {
  ...swift,
  purlTypes: ['cocoapods'],
  read: (facts) => (facts.qualifiers.has('vcs_url') ? swift.read(facts) : 'unsupported-type'),
};
