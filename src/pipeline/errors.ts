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
    'Retention has deleted the SBOMs of this version with their components and graphs. Its findings and history are kept.',
);

export const VERSION_FROZEN = defineError<{ version: string }>(
  'VERSION_FROZEN',
  ({ version }) =>
    `Retention has deleted the SBOMs of version ${quote(version)}: it cannot be analyzed again and accepts no uploads. Its findings are kept. Upload to another version.`,
);

export const COMPONENT_UNKNOWN = defineError('COMPONENT_UNKNOWN', () => 'This organization has no such component.');

export const FINDING_UNKNOWN = defineError('FINDING_UNKNOWN', () => 'This organization has no such finding.');

export const FINDING_NOT_OPEN = defineError(
  'FINDING_NOT_OPEN',
  () => 'The version no longer has this finding. Send the decision for a version that has it.',
);

export const SUGGESTION_NONE = defineError(
  'SUGGESTION_NONE',
  () => 'This finding has no suggestion to accept or reject. Send another "action".',
);

export const SUGGESTION_WITHOUT_EFFECT = defineError(
  'SUGGESTION_WITHOUT_EFFECT',
  () =>
    'A suggestion would have no effect: a user has decided about this finding, or it is not relevant already. GET /api/v2/finding/{id} shows why.',
);

export const ASSIGNEE_UNKNOWN = defineError(
  'ASSIGNEE_UNKNOWN',
  () => 'This organization has no member with the id in "assigneeId". GET /api/v2/member lists the members.',
);

export const COMMENT_UNKNOWN = defineError('COMMENT_UNKNOWN', () => 'This finding has no such comment.');

export const COMMENT_NOT_OWN = defineError('COMMENT_NOT_OWN', () => 'Only the author and admins can delete a comment.');

export const COMMENTS_LIMIT = defineError(
  'COMMENTS_LIMIT',
  () => `A finding has at most ${LIMITS.commentsPerFindingMax} comments. Delete comments first.`,
);

export const DECISION_UNKNOWN = defineError('DECISION_UNKNOWN', () => 'This organization has no such decision.');

export const DECISION_NOT_ACTIVE = defineError(
  'DECISION_NOT_ACTIVE',
  () =>
    'The decision was already replaced or reverted. GET /api/v2/finding/{id}/decision lists the decisions on a finding.',
);

export const DECISION_ADMIN_REQUIRED = defineError(
  'DECISION_ADMIN_REQUIRED',
  () =>
    'A decision for the whole organization requires the role "admin", or a token with the scope "settings:write". Send the scope "service", or ask an admin.',
);

export const DECISIONS_LIMIT = defineError(
  'DECISIONS_LIMIT',
  () =>
    `The filter matches more than ${LIMITS.decisionsAtOnceMax} findings, too many for one request. Add another filter, for example "package".`,
);

export const DECISION_NOT_PREVIEWED = defineError(
  'DECISION_NOT_PREVIEWED',
  () =>
    'A bulk decision requires a dry run. Send it with "dryRun": true first, then send the ETag of the response as If-Match.',
);

export const DECISION_FIELD_UNKNOWN = defineError<{ profile: string; path: string }>(
  'DECISION_FIELD_UNKNOWN',
  ({ profile, path }) =>
    `The field ${quote(path)} of the profile ${quote(profile)} is neither confirmed nor detected in an SBOM. A decision can cite only known fields: confirm the field first.`,
);

export const IMAGE_PATTERN_INVALID = defineError<{ pattern: string }>(
  'IMAGE_PATTERN_INVALID',
  ({ pattern }) =>
    `${quote(pattern)} is not a valid image pattern. Send an image name with *, for example registry.example.com/team/*.`,
);

export const IMAGE_UNKNOWN = defineError<{ image: string; known: string }>(
  'IMAGE_UNKNOWN',
  ({ image, known }) =>
    `This version has no SBOM of the image ${quote(image)}. Remove "image", or send a known one: ${known}.`,
);

export const PROFILE_UNKNOWN = defineError<{ profile: string }>(
  'PROFILE_UNKNOWN',
  ({ profile }) => `This service has no security profile ${quote(profile)}. Create it with PUT.`,
);

export const PROFILE_LIMIT = defineError(
  'PROFILE_LIMIT',
  () => `This service already has ${LIMITS.profilesPerServiceMax} security profiles. Delete one first.`,
);

export const PROFILE_DEFAULT_TAKEN = defineError<{ profile: string | undefined }>(
  'PROFILE_DEFAULT_TAKEN',
  ({ profile }) =>
    `This service already has a default profile${profile === undefined ? '' : `, ${quote(profile)}`}. Set "isDefault": false in that profile first.`,
);

export const PROFILE_DOCUMENT_UNKNOWN = defineError<{ sha256: string }>(
  'PROFILE_DOCUMENT_UNKNOWN',
  ({ sha256 }) => `The profile has no document ${quote(sha256)}. Send the document itself first.`,
);

export const PROFILE_DOCUMENT_LIMIT = defineError(
  'PROFILE_DOCUMENT_LIMIT',
  () =>
    `The profile already has ${LIMITS.documentsPerProfileMax} documents. Remove one first by updating the profile without it.`,
);

export const VEX_UNKNOWN = defineError('VEX_UNKNOWN', () => 'This organization has no such VEX document.');

export const QUESTION_UNKNOWN = defineError(
  'QUESTION_UNKNOWN',
  () => 'No version of the service asks this question. List the questions of the service to find their ids.',
);

export const ANSWER_EXPIRY_INVALID = defineError<{ problem: string }>(
  'ANSWER_EXPIRY_INVALID',
  ({ problem }) => `"expiresAt" ${problem}. Send a UTC time within the next ${LIMITS.answerDaysMax} days.`,
);

export const REACHABILITY_UNKNOWN = defineError(
  'REACHABILITY_UNKNOWN',
  () => 'This version has no such reachability document.',
);

export const REACHABILITY_LIMIT = defineError(
  'REACHABILITY_LIMIT',
  () =>
    `A version can have at most ${LIMITS.reachabilityDocumentsPerVersionMax} reachability documents, one for each tool and image. Delete documents that are not needed.`,
);

export const VEX_EXPORT_TOO_LARGE = defineError(
  'VEX_EXPORT_TOO_LARGE',
  () =>
    `The version has more than ${LIMITS.reportFindingsMax} findings, too many for one document. Request its findings as CSV instead.`,
);

export const VEX_LIMIT = defineError(
  'VEX_LIMIT',
  () => `This organization already has ${LIMITS.vexDocumentsPerOrgMax} active VEX documents. Delete some first.`,
);

export const ANALYSIS_UNKNOWN = defineError('ANALYSIS_UNKNOWN', () => 'This organization has no such analysis.');

export const NAME_TAKEN = defineError<{ what: string; name: string }>(
  'NAME_TAKEN',
  ({ what, name }) =>
    `The ${what} ${quote(name)} is already in use${what === 'version name' || what === 'alias' ? ' as a version name or alias' : ''}. Choose another.`,
);

export const ALIAS_LIMIT = defineError(
  'ALIAS_LIMIT',
  () => `This version already has ${LIMITS.aliasesPerVersionMax} aliases. Remove one first.`,
);

export const SBOM_LIMIT = defineError<{ slot: string }>(
  'SBOM_LIMIT',
  ({ slot }) =>
    `This version already has ${LIMITS.liveSbomsPerVersionMax} SBOMs, and none of them is in the slot ${quote(slot)}. Send a "slot" or "image" so that a new upload replaces the old one, or delete some.`,
);

export const QUEUE_FULL = defineError<{ whose: string }>(
  'QUEUE_FULL',
  ({ whose }) => `Too many queued analyses in ${whose}. Nothing was stored. Retry in a minute.`,
);

export const SERVER_QUEUE_FULL = defineError(
  'SERVER_QUEUE_FULL',
  () => 'Too many queued analyses on this server. Nothing was stored. Retry in a minute.',
);

export const SCAN_FINDINGS_LIMIT = defineError(
  'SCAN_FINDINGS_LIMIT',
  () =>
    `The document has more than ${LIMITS.scanFindingsMax} findings, too many for one response. Scan it in smaller parts, one SBOM per image.`,
);

/** The rows of a bundle that nothing but a forged or damaged file can have. */
export const FEED_ROWS_INVALID = defineError<{ source: string; problem: string }>(
  'FEED_ROWS_INVALID',
  ({ source, problem }) =>
    `The rows of ${quote(source)} were rejected: ${problem}. The previously loaded data stays in use.`,
);

export const FEED_MOSTLY_BAD = defineError<{ source: string; records: number; bad: number; example: string }>(
  'FEED_MOSTLY_BAD',
  ({ source, records, bad, example }) =>
    `${bad} of ${records} records of ${quote(source)} cannot be parsed, more than 1 percent. ${example} The previously loaded data stays in use.`,
);

export const FEED_ROLLED_BACK = defineError<{ source: string; newest: string; before: string }>(
  'FEED_ROLLED_BACK',
  ({ source, newest, before }) =>
    `The data of ${quote(source)} is older than the loaded data: its newest record is from ${newest}, the newest loaded one from ${before}. The previously loaded data stays in use. If records were removed on purpose, repeat with --accept-shrink, or acceptShrink=true in the API.`,
);

export const FEED_SHRUNK = defineError<{ source: string; stored: number; missing: number }>(
  'FEED_SHRUNK',
  ({ source, stored, missing }) =>
    `${missing} of ${stored} records of ${quote(source)} are missing, more than 10 percent. The previously loaded data stays in use. If they were removed on purpose, repeat with --accept-shrink, or acceptShrink=true in the API.`,
);

export const FEED_DIRECTORY_GONE = defineError<{ source: string }>(
  'FEED_DIRECTORY_GONE',
  ({ source }) => `${quote(source)} no longer exists. The previously loaded data stays in use.`,
);

export const REFRESH_INTERRUPTED = defineError<{ source: string }>(
  'REFRESH_INTERRUPTED',
  ({ source }) =>
    `The sync of ${quote(source)} was interrupted. No data was lost. The next sync starts from the same point.`,
);

export const REFRESH_OVERTAKEN = defineError<{ source: string }>(
  'REFRESH_OVERTAKEN',
  ({ source }) =>
    `Another process has taken over the sync of ${quote(source)}, because this one made no progress for too long.`,
);

export const REFRESH_BUSY = defineError<{ source: string }>(
  'REFRESH_BUSY',
  ({ source }) => `Another process is still reading ${quote(source)}. The sync is tried again.`,
);

export const ADVISORY_SOURCE_UNKNOWN = defineError<{ source: string }>(
  'ADVISORY_SOURCE_UNKNOWN',
  ({ source }) => `Unknown advisory source ${quote(source)}. GET /api/v2/advisory-source lists them.`,
);

export const ADVISORY_SOURCE_OFF = defineError<{ source: string }>(
  'ADVISORY_SOURCE_OFF',
  ({ source }) =>
    `The advisory source ${quote(source)} cannot be synced: it is disabled or built in. Set its URL in the configuration.`,
);

export const VULNERABILITY_UNKNOWN = defineError<{ id: string }>(
  'VULNERABILITY_UNKNOWN',
  ({ id }) => `No advisory source contains ${quote(id)}. GET /api/v2/advisory-source shows the state of each source.`,
);

export const ANALYSIS_INTERRUPTED = defineError<{ tries: number }>(
  'ANALYSIS_INTERRUPTED',
  ({ tries }) =>
    `The process that ran this analysis stopped or made no progress, ${tries} times in a row. Earlier results are unchanged. Run it again; if it fails again, upload the SBOM in smaller parts, one per image.`,
);

export const ANALYSIS_BROKEN = defineError<{ tries: number }>(
  'ANALYSIS_BROKEN',
  ({ tries }) =>
    `The analysis failed with an internal error, ${tries} times in a row. Earlier results are unchanged. Run it again; if it fails again, report it with the id of the analysis.`,
);

export const PLAN_BROKEN = defineError<{ tries: number }>(
  'PLAN_BROKEN',
  ({ tries }) =>
    `The remediation plan could not be created, ${tries} times in a row. The findings are published. Analyze the version again; if it fails again, report it with the id of the analysis.`,
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
  () =>
    'None of the SBOMs of this version could be parsed. Each SBOM shows the reason. Correct them and upload them again.',
);

/** Does not repeat the address: it may contain a secret. */
export const AI_URL_INVALID = defineError<{ problem: string }>(
  'AI_URL_INVALID',
  ({ problem }) => `The "baseUrl" of the model is not valid: ${problem}.`,
);

export const AI_SETTINGS_INCOMPLETE = defineError<{ missing: string }>(
  'AI_SETTINGS_INCOMPLETE',
  ({ missing }) =>
    `The AI settings are incomplete: ${missing} is missing. Set it first with PATCH /api/v2/organization/ai.`,
);

export const AI_CALL_UNKNOWN = defineError('AI_CALL_UNKNOWN', () => 'This organization has no such call to a model.');

export const AI_KEY_HEADER_INVALID = defineError(
  'AI_KEY_HEADER_INVALID',
  () =>
    'The "apiKeyHeader" is a reserved header and cannot carry a key. Leave it out, or send the name of the header that your gateway requires.',
);

export const AI_KEY_NEEDED = defineError(
  'AI_KEY_NEEDED',
  () =>
    'The stored key belongs to a different origin than the new "baseUrl" and is not sent there. Send "apiKey" in the same request, or null for none.',
);

export const AI_DISABLED = defineError(
  'AI_DISABLED',
  () =>
    'AI is disabled for this organization. Enable it first: send PATCH /api/v2/organization/ai with { "enabled": true }.',
);

export const AI_OPTED_OUT = defineError(
  'AI_OPTED_OUT',
  () =>
    'AI assessments are disabled for this service. Enable them first: send PATCH /api/v2/service/{service} with { "aiOptOut": false }.',
);

export const AI_NOTHING_PUBLISHED = defineError(
  'AI_NOTHING_PUBLISHED',
  () => 'This version has no findings to assess yet. They are assessed automatically after its analysis.',
);
