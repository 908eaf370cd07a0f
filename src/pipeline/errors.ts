import { defineError, quote } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export const SERVICE_UNKNOWN = defineError<{ service: string }>(
  'SERVICE_UNKNOWN',
  ({ service }) =>
    `This organization has no service ${quote(service)}. Create it first, or turn on autoCreateServices.`,
);

export const VERSION_UNKNOWN = defineError<{ version: string }>(
  'VERSION_UNKNOWN',
  ({ version }) => `This service has no version or alias ${quote(version)}. Upload an SBOM to create it.`,
);

export const ALIAS_UNKNOWN = defineError<{ alias: string }>(
  'ALIAS_UNKNOWN',
  ({ alias }) => `This version has no alias ${quote(alias)}.`,
);

export const SBOM_UNKNOWN = defineError('SBOM_UNKNOWN', () => 'This organization has no such SBOM.');

export const SBOM_DELETED = defineError(
  'SBOM_DELETED',
  () => 'This SBOM was deleted and cannot be restored. Upload the document again.',
);

export const CONTENT_REMOVED = defineError(
  'CONTENT_REMOVED',
  () =>
    'Retention has removed the documents of this version, with their bytes, components and graphs. Its findings and its history stay.',
);

export const VERSION_FROZEN = defineError<{ version: string }>(
  'VERSION_FROZEN',
  ({ version }) =>
    `Retention has removed the documents of the version ${quote(version)}: it cannot be analyzed again and takes no documents. Its findings stay; upload to another version.`,
);

export const COMPONENT_UNKNOWN = defineError('COMPONENT_UNKNOWN', () => 'No such component is in use here.');

export const FINDING_UNKNOWN = defineError('FINDING_UNKNOWN', () => 'This organization has no such finding.');

export const FINDING_NOT_OPEN = defineError(
  'FINDING_NOT_OPEN',
  () => 'The version does not have this finding any more. Decide about it in a version that has it.',
);

export const SUGGESTION_NONE = defineError(
  'SUGGESTION_NONE',
  () => 'Nothing is suggested for this finding, so that nothing can be accepted or rejected. Send another "action".',
);

export const DECISION_UNKNOWN = defineError('DECISION_UNKNOWN', () => 'This organization has no such decision.');

export const DECISION_NOT_ACTIVE = defineError(
  'DECISION_NOT_ACTIVE',
  () =>
    'It was replaced or taken back already. GET /api/v2/finding/{id}/decision lists what was decided about a finding.',
);

export const DECISION_ADMIN_REQUIRED = defineError(
  'DECISION_ADMIN_REQUIRED',
  () =>
    'A decision for the whole organization needs the role "admin", or a token with the scope "settings:write". Send the scope "service", or ask an admin.',
);

export const DECISIONS_LIMIT = defineError(
  'DECISIONS_LIMIT',
  () =>
    `The filter leaves more than ${LIMITS.decisionsAtOnceMax} findings, too many to decide about at once. Add another filter, for instance "package".`,
);

export const DECISION_NOT_PREVIEWED = defineError(
  'DECISION_NOT_PREVIEWED',
  () =>
    'Nobody decides about many findings without having seen which. Send it with "dryRun": true first, and the ETag of the answer as If-Match.',
);

export const DECISION_FIELD_UNKNOWN = defineError<{ profile: string; path: string }>(
  'DECISION_FIELD_UNKNOWN',
  ({ profile, path }) =>
    `The profile ${quote(profile)} says nothing of ${quote(path)} here that an SBOM shows or somebody has confirmed. A decision can only rest on what is known: confirm the field first.`,
);

export const IMAGE_PATTERN_INVALID = defineError<{ pattern: string }>(
  'IMAGE_PATTERN_INVALID',
  ({ pattern }) =>
    `${quote(pattern)} is no pattern for images. Send a name with * in it, for example registry.example.com/team/*.`,
);

export const IMAGE_UNKNOWN = defineError<{ image: string; known: string }>(
  'IMAGE_UNKNOWN',
  ({ image, known }) =>
    `This version has no SBOM of the image ${quote(image)}. Leave "image" out, or name one that it has: ${known}.`,
);

export const PROFILE_UNKNOWN = defineError<{ profile: string }>(
  'PROFILE_UNKNOWN',
  ({ profile }) => `This service has no security profile ${quote(profile)}. Create it with PUT.`,
);

export const PROFILE_LIMIT = defineError(
  'PROFILE_LIMIT',
  () => `This service has ${LIMITS.profilesPerServiceMax} security profiles already. Delete one first.`,
);

export const PROFILE_DEFAULT_TAKEN = defineError<{ profile: string }>(
  'PROFILE_DEFAULT_TAKEN',
  ({ profile }) =>
    `The profile ${quote(profile)} is the default of this service, and there is only one. Change that one to "isDefault": false first.`,
);

export const RUNTIME_DOCUMENT_UNKNOWN = defineError<{ sha256: string }>(
  'RUNTIME_DOCUMENT_UNKNOWN',
  ({ sha256 }) => `The profile has no runtime document ${quote(sha256)}. Send the document itself first.`,
);

export const RUNTIME_DOCUMENT_LIMIT = defineError(
  'RUNTIME_DOCUMENT_LIMIT',
  () =>
    `The profile has ${LIMITS.runtimeDocumentsPerProfileMax} runtime documents already. Take one away first, by a change of the profile without it.`,
);

export const VEX_UNKNOWN = defineError('VEX_UNKNOWN', () => 'This organization has no such VEX document.');

export const VEX_EXPORT_TOO_LARGE = defineError(
  'VEX_EXPORT_TOO_LARGE',
  () =>
    `The version has more than ${LIMITS.reportFindingsMax} findings, too many for one document. Ask for its findings as CSV instead.`,
);

export const VEX_LIMIT = defineError(
  'VEX_LIMIT',
  () => `This organization has ${LIMITS.vexDocumentsPerOrgMax} VEX documents that count already. Delete some first.`,
);

export const ANALYSIS_UNKNOWN = defineError('ANALYSIS_UNKNOWN', () => 'This organization has no such analysis.');

export const NAME_TAKEN = defineError<{ what: string; name: string }>(
  'NAME_TAKEN',
  ({ what, name }) => `The ${what} ${quote(name)} is taken. Names and aliases share one namespace; choose another.`,
);

export const ALIAS_LIMIT = defineError(
  'ALIAS_LIMIT',
  () => `This version has ${LIMITS.aliasesPerVersionMax} aliases already. Remove one first.`,
);

export const SBOM_LIMIT = defineError<{ slot: string }>(
  'SBOM_LIMIT',
  ({ slot }) =>
    `This version has ${LIMITS.liveSbomsPerVersionMax} SBOMs already, and none of them is in the slot ${quote(slot)}. Send a "slot" or "image" so that a new upload replaces the old one, or delete some.`,
);

export const QUEUE_FULL = defineError<{ whose: string }>(
  'QUEUE_FULL',
  ({ whose }) => `Too many analyses of ${whose} are waiting. Nothing was stored; send the request again in a minute.`,
);

export const SERVER_QUEUE_FULL = defineError(
  'SERVER_QUEUE_FULL',
  () => 'Too many analyses are waiting on this server. Nothing was stored; send the request again in a minute.',
);

export const SCAN_FINDINGS_LIMIT = defineError(
  'SCAN_FINDINGS_LIMIT',
  () =>
    `The document has more than ${LIMITS.scanFindingsMax} findings, which are too many for one answer. Scan it in smaller parts, one SBOM per image.`,
);

export const FEED_MOSTLY_BAD = defineError<{ source: string; records: number; bad: number; example: string }>(
  'FEED_MOSTLY_BAD',
  ({ source, records, bad, example }) =>
    `${bad} of ${records} records of ${quote(source)} cannot be read, which is more than one in a hundred. ${example} What was loaded before stays in use.`,
);

export const FEED_ROLLED_BACK = defineError<{ source: string; newest: string; before: string }>(
  'FEED_ROLLED_BACK',
  ({ source, newest, before }) =>
    `The data of ${quote(source)} is older than what is loaded: its newest change is of ${newest}, ours of ${before}. What was loaded before stays in use; if the newest are meant to be gone, accept the loss.`,
);

export const FEED_SHRUNK = defineError<{ source: string; stored: number; missing: number }>(
  'FEED_SHRUNK',
  ({ source, stored, missing }) =>
    `${missing} of ${stored} records of ${quote(source)} are missing now, which is more than one in ten. What was loaded before stays in use; if they are meant to be gone, accept the loss.`,
);

export const FEED_DIRECTORY_GONE = defineError<{ source: string }>(
  'FEED_DIRECTORY_GONE',
  ({ source }) => `${quote(source)} is not there any more. What was loaded before stays in use.`,
);

export const REFRESH_INTERRUPTED = defineError<{ source: string }>(
  'REFRESH_INTERRUPTED',
  ({ source }) =>
    `Reading ${quote(source)} was interrupted. Nothing is lost: the next time begins where this one began.`,
);

export const REFRESH_OVERTAKEN = defineError<{ source: string }>(
  'REFRESH_OVERTAKEN',
  ({ source }) =>
    `Another process has taken over the reading of ${quote(source)}, because this one stood still too long.`,
);

export const ADVISORY_SOURCE_UNKNOWN = defineError<{ source: string }>(
  'ADVISORY_SOURCE_UNKNOWN',
  ({ source }) => `There is no source of advisories ${quote(source)}. GET /api/v2/advisory-source lists them.`,
);

export const ADVISORY_SOURCE_OFF = defineError<{ source: string }>(
  'ADVISORY_SOURCE_OFF',
  ({ source }) =>
    `The source ${quote(source)} is not fetched from anywhere: it is switched off, or comes with Assay. Give it an address in the settings of the installation.`,
);

export const VULNERABILITY_UNKNOWN = defineError<{ id: string }>(
  'VULNERABILITY_UNKNOWN',
  ({ id }) =>
    `No source of advisories that was read knows ${quote(id)}. GET /api/v2/advisory-source says how they are.`,
);

export const ANALYSIS_INTERRUPTED = defineError<{ tries: number }>(
  'ANALYSIS_INTERRUPTED',
  ({ tries }) =>
    `Whoever ran this analysis ended or stood still, ${tries} times in a row. What was known before stays. Run it again; if it ends like this again, send the SBOM in smaller parts, one per image.`,
);

export const ANALYSIS_BROKEN = defineError<{ tries: number }>(
  'ANALYSIS_BROKEN',
  ({ tries }) =>
    `The analysis failed inside Assay, ${tries} times in a row. What was known before stays. Run it again; if it fails again, report it with the id of the analysis.`,
);

export const PLAN_BROKEN = defineError<{ tries: number }>(
  'PLAN_BROKEN',
  ({ tries }) =>
    `No plan could be made of the findings, ${tries} times in a row. The findings are published all the same. Analyze the version again; if it fails again, report it with the id of the analysis.`,
);

export const VERSION_FINDINGS_LIMIT = defineError<{ findingsMax: number }>(
  'VERSION_FINDINGS_LIMIT',
  ({ findingsMax }) =>
    `This version has more than ${findingsMax} findings. The analysis was stopped and published none of them; earlier results are unchanged. Upload its SBOMs as several versions or services, one per image, without packages that are not installed.`,
);

export const SBOM_MATCHES_LIMIT = defineError<{ matchesMax: number }>(
  'SBOM_MATCHES_LIMIT',
  ({ matchesMax }) =>
    `An SBOM of this version has more than ${matchesMax} matches with vulnerabilities, fixed ones included. The analysis was stopped and published no findings; earlier results are unchanged. Upload one SBOM per image, without packages that are not installed.`,
);

export const NO_DOCUMENT_READABLE = defineError(
  'NO_DOCUMENT_READABLE',
  () => 'None of the SBOMs of this version could be read; each says why. Correct and upload them again.',
);
