/** Converts an item to the input of the AI step, with the same parsers, views and fields as a real finding. */
import { createHash } from 'node:crypto';
import type { FindingInput } from '../../../src/ai/questions/shared-data.ts';
import { mentionsIn } from '../../../src/core/advisory/mentions/mentions.ts';
import type { ProfileView } from '../../../src/core/profile/profile-view.ts';
import { parseProfileDocument } from '../../../src/core/profile/profile-document.ts';
import { toProfileView } from '../../../src/core/profile/to-profile-view.ts';
import type { AdvisoryText } from '../../../src/core/relevance/assessments/assessment.ts';
import type { SharingMode } from '../../../src/core/vocabulary/ai.ts';
import type { Severity } from '../../../src/core/vocabulary/severity.ts';
import { aPlace, aSubject, KEV } from '../../support/subjects.ts';
import type { EvaluationItem, LabeledAdvisory, LabeledProfile } from './evaluation-item.ts';
import { toPurl } from './written-item.ts';

export function toFindingInput(item: EvaluationItem, sharing: SharingMode): FindingInput {
  const { advisory, component } = item;
  const profiles = item.profiles.map(toView);
  return {
    subject: aSubject({
      vulnerability: toVulnerability(advisory),
      match: { platforms: advisory.platforms },
      component: { ...toNames(component), purl: `${toPurl(component)}@${encodeURIComponent(component.version)}` },
      places: [aPlace({ scope: component.scope, files: component.files })],
      profiles,
    }),
    texts: advisory.records.map(toText),
    sharing,
    notesOf: ({ name }) => notesOf(item.profiles.find((each) => each.name === name)),
  };
}

function toNames({ ecosystem, name, version }: EvaluationItem['component']): object {
  return { ecosystem, name, version };
}

function toVulnerability({ records, score, cwes, epss, isKnownExploited, publishedAt }: LabeledAdvisory): object {
  return {
    id: records[0]?.recordId ?? '',
    severity: toSeverity(score),
    cwes,
    publishedAt,
    kev: isKnownExploited ? KEV : null,
    epss: epss === null ? null : { score: epss },
    mentions: records.flatMap(({ title, details }) => mentionsIn(title, details)),
  };
}

/** Only a label, because a vector would reveal what the text is supposed to tell. */
function toSeverity(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : 'low';
}

function toView({ name, fields, documentRefs }: LabeledProfile): ProfileView {
  const documents = documentRefs.map((text, i) => ({
    name: `document ${i + 1}`,
    inForce: true,
    document: parseProfileDocument(text),
  }));
  return toProfileView({ name, version: 1, fields }, documents);
}

function toText({ recordId, title, details }: LabeledAdvisory['records'][number]): AdvisoryText {
  const hash = createHash('sha256')
    .update(JSON.stringify([recordId, title, details]))
    .digest('hex');
  return { recordId, title, details, packages: [], hash };
}

function notesOf(profile: LabeledProfile | undefined): string | undefined {
  const value = profile?.fields['text.notes']?.value;
  return typeof value === 'string' ? value : undefined;
}
