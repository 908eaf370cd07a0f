/**
 * R06. A structured field limits the record to operating systems or architectures, and the component runs only on others.
 * Documents are facts and dismiss the finding; profiles are declarations and only deprioritize it.
 */
import type { Platform } from '../../advisory/platform.ts';
import { isTrueEverywhere, type ComponentPlace, type Subject } from '../subject/subject.ts';
import { platformAt, withProfilePlatform } from '../subject/known-platform.ts';
import { type Evidence, shortenName } from '../opinions/opinion.ts';
import { defineRule, type RuleOpinion } from './rule.ts';

export const platformMismatch = defineRule({ id: 'R06', version: 1, code: 'platform-mismatch' }, judge);

function judge(subject: Subject): RuleOpinion | undefined {
  const limits = subject.match.platforms;
  if (limits.length === 0) return undefined;
  const claim = { state: 'not_affected', justification: 'requires_environment' } as const;
  const ofDocuments = subject.places.map((place) => compare(limits, platformAt(place, subject.component)));
  if (ofDocuments.includes('inside')) return undefined;
  if (ofDocuments.every((answer) => answer === 'outside'))
    return {
      ...claim,
      effect: 'dismiss',
      class: 'fact',
      text: `Affects only ${describePlatforms(limits)}. According to the SBOMs, the component runs on another platform.`,
      evidence: [toLimitEvidence(limits), ...subject.places.map((place) => toDocumentEvidence(place, subject))],
    };
  const isOutside = isTrueEverywhere(subject, (place, profile) => {
    const platform = withProfilePlatform(platformAt(place, subject.component), profile);
    return compare(limits, platform) === 'outside';
  });
  if (!isOutside) return undefined;
  return {
    ...claim,
    effect: 'deprioritize',
    text: `Affects only ${describePlatforms(limits)}. According to its security profiles, the service runs on another platform.`,
    evidence: [toLimitEvidence(limits), ...subject.profiles.map(({ name }) => toProfileEvidence(name))],
  };
}

type Answer = 'outside' | 'inside' | 'unknown';

/** Outside every limit means outside; inside one of them means inside. */
function compare(limits: readonly Platform[], platform: Platform): Answer {
  const answers = limits.map((limit) => compareWith(limit, platform));
  if (answers.includes('inside')) return 'inside';
  return answers.every((answer) => answer === 'outside') ? 'outside' : 'unknown';
}

function compareWith(limit: Platform, { os, arch }: Platform): Answer {
  const answers = [compareNames(limit.os, os), compareNames(limit.arch, arch)];
  if (answers.includes('outside')) return 'outside';
  return answers.includes('unknown') ? 'unknown' : 'inside';
}

function compareNames(limit: readonly string[], known: readonly string[]): Answer {
  if (limit.length === 0) return 'inside';
  if (known.length === 0) return 'unknown';
  return known.some((word) => limit.includes(word)) ? 'inside' : 'outside';
}

function describePlatforms(limits: readonly Platform[]): string {
  return shortenName(limits.map(describePlatform).toSorted().join(' or '));
}

function describePlatform({ os, arch }: Platform): string {
  return [os, arch]
    .map((words) => words.toSorted().join(', '))
    .filter((text) => text !== '')
    .join(' on ');
}

function toLimitEvidence(limits: readonly Platform[]): Evidence {
  return { type: 'advisory', path: 'platforms', value: describePlatforms(limits) };
}

function toDocumentEvidence(place: ComponentPlace, { component }: Subject): Evidence {
  return {
    type: 'sbom',
    path: place.sbomId ?? 'document',
    value: shortenName(describePlatform(platformAt(place, component))),
  };
}

function toProfileEvidence(name: string): Evidence {
  return { type: 'profile', path: `${shortenName(name)}: runtime`, value: null };
}
