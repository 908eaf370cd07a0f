/**
 * All limits of Assay, in one place. Validation, the OpenAPI document, error messages and the documentation take them from here.
 * Limits that an operator can change are defaults of `config.ts` and are passed to the code as `Limits`.
 */
import { PASSWORD_CHARACTERS_MIN } from './vocabulary/access.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/** Limits that an operator can change, each with a variable of `config.ts`. */
export interface Limits {
  readonly bodyBytesMax: number;
  readonly bodyInflatedBytesMax: number;
  readonly bodyRatioMax: number;
  readonly tokenUploadsPerMinuteMax: number;
  readonly orgUploadsPerMinuteMax: number;
  readonly tokenReadsPerMinuteMax: number;
  readonly orgReadsPerMinuteMax: number;
  readonly spoolBytesMax: number;
  /** Event loop delay, in two consecutive measurements, above which the API asks clients to retry later. */
  readonly eventLoopDelayMsMax: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytesMax: 100 * MIB,
  bodyInflatedBytesMax: 512 * MIB,
  bodyRatioMax: 200,
  tokenUploadsPerMinuteMax: 600,
  orgUploadsPerMinuteMax: 3_000,
  tokenReadsPerMinuteMax: 6_000,
  orgReadsPerMinuteMax: 12_000,
  spoolBytesMax: 2 * GIB,
  eventLoopDelayMsMax: 2_000,
};

/** Resources limited by the quotas of an organization, in the order in which they are checked and listed. */
export const QUOTA_NAMES = [
  'services',
  'versions',
  'sboms',
  'storedBytes',
  'findings',
  'tokens',
  'webhooks',
  'invitations',
  'savedFilters',
] as const;
export type QuotaName = (typeof QUOTA_NAMES)[number];

/** Maximum of each resource per organization. 0: unlimited. */
export type Quotas = Readonly<Record<QuotaName, number>>;

export const DEFAULT_QUOTAS: Quotas = {
  services: 10_000,
  versions: 500_000,
  sboms: 1_000_000,
  storedBytes: 50_000_000_000,
  findings: 10_000_000,
  tokens: 1_000,
  webhooks: 20,
  invitations: 200,
  savedFilters: 5_000,
};

/** The environment variable that sets each quota. */
export const QUOTA_VARIABLES: Readonly<Record<QuotaName, string>> = {
  services: 'ASSAY_ORG_SERVICES_MAX',
  versions: 'ASSAY_ORG_VERSIONS_MAX',
  sboms: 'ASSAY_ORG_SBOMS_MAX',
  storedBytes: 'ASSAY_ORG_STORED_BYTES_MAX',
  findings: 'ASSAY_ORG_FINDINGS_MAX',
  tokens: 'ASSAY_ORG_TOKENS_MAX',
  webhooks: 'ASSAY_ORG_WEBHOOKS_MAX',
  invitations: 'ASSAY_ORG_INVITATIONS_MAX',
  savedFilters: 'ASSAY_ORG_SAVED_FILTERS_MAX',
};

export const LIMITS = {
  /** A warning is sent when an organization uses this share of a quota. */
  quotaWarningShare: 0.8,

  /** The decompression ratio is checked only after this many bytes: small documents may compress very well. */
  bodyRatioJudgedAfterBytes: 16 * MIB,
  otherBodyBytesMax: MIB,
  /** Fields of a form that also has a document: their total size, and their number. */
  formFieldsBytesMax: 256 * 1024,
  formPartsMax: 32,

  /** Calls of agents. An SBOM is a string in a JSON body, so it is smaller than the body. */
  agentSbomCharactersMax: 900_000,
  agentAnswerBytesMax: 32 * MIB,
  agentCallTimeoutMs: 120_000,
  agentPageMax: 50,
  agentTextCharactersMax: 4_000,
  strictBodyBytesMax: 64 * MIB,

  jsonDepthMax: 64,
  jsonObjectKeysMax: 10_000,
  jsonStringBytesMax: 4 * MIB,
  jsonNumberCharactersMax: 1_000,

  /** Size of an upload with an encoded document, signatures that are checked, and stored subjects of a statement. */
  envelopeBytesMax: 64 * MIB,
  envelopeSignaturesMax: 8,
  statementSubjectsMax: 20,
  /** Keys of an organization, and the length of each. */
  signatureKeysMax: 20,
  signatureKeyCharactersMax: 4 * KIB,

  /** New advisories are matched against this many of the newest versions of each service, and against versions with an alias. */
  watchedVersionsPerService: 50,
  /** The previous revision of a changed record is kept for this long; older changes are reported without it. */
  advisoryRevisionDays: 400,

  /** Retention settings. */
  retentionVersionsMax: 100_000,
  retentionDaysMax: 36_500,
  /** Auditors usually ask for a year. */
  auditDaysMin: 365,

  /** A lockfile. The largest known have about 5 MB; YAML takes a hundred times its size in memory. */
  lockfileBytesMax: 16 * MIB,

  componentsMax: 500_000,
  edgesMax: 5_000_000,
  componentNameCharactersMax: 512,
  componentVersionCharactersMax: 256,
  purlBytesMax: 2_048,
  cpeBytesMax: 1_024,
  bomRefBytesMax: 1_024,
  identitiesPerComponentMax: 256,
  /** System packages that own a component. A component with more owners is treated as having none. */
  ownersPerComponentMax: 32,
  /** Language runtimes recorded per document. */
  languagesPerSbomMax: 20,

  /** Build tools, which the scanner does not count as components. The rest are only in the raw document. */
  buildToolsPerSbomMax: 10_000,

  /** Display-only details of a component: characters per text, and entries per list. */
  detailTextCharactersMax: 4_096,
  detailsPerListMax: 50,
  /** Layers of an image; no builder produces more than 127. */
  imageLayersMax: 200,
  /** Vulnerability claims in the document itself. The rest are only in the raw document. */
  claimsPerSbomMax: 10_000,
  componentsPerClaimMax: 1_000,
  /** VEX document: its size, its statements, and the versions listed per target. */
  vexBodyBytesMax: 20 * MIB,
  vexStatementsMax: 50_000,
  vexVersionsPerTargetMax: 1_000,
  /** Per organization: active VEX documents, and trusted authors. */
  vexDocumentsPerOrgMax: 1_000,
  vexAuthorsMax: 200,
  /**
   * Reachability document: its size, its messages and their nesting, its statements, the ids of each, the functions
   * that all of them name, and characters per name.
   */
  reachabilityBodyBytesMax: 32 * MIB,
  reachabilityMessagesMax: 200_000,
  reachabilityDepthMax: 64,
  reachabilityStatementsMax: 10_000,
  reachabilityIdsMax: 100,
  reachabilityNamesMax: 200_000,
  reachabilityTextCharactersMax: 1_000,
  /** Active reachability documents of a version: one for each tool and image. */
  reachabilityDocumentsPerVersionMax: 50,
  /** A stored trace: frames next to the vulnerable function, and characters of each text. */
  traceFramesMax: 32,
  traceTextCharactersMax: 200,

  warningsPerSbomMax: 1_000,
  /** Detailed warnings per code. There are far fewer than twenty codes, so no code crowds out another. */
  warningPathsPerCodeMax: 50,
  warningCodesInAnswerMax: 50,

  nameCharactersMax: 512,
  imageCharactersMax: 512,
  gitParameterCharactersMax: 1_024,
  tagsPerVersionMax: 50,
  tagCharactersMax: 128,
  aliasesPerVersionMax: 100,
  liveSbomsPerVersionMax: 100,

  pageLimitMax: 1_000,
  pageLimitDefault: 100,
  pageOffsetMax: 10_000_000,
  cursorPageOffsetMax: 10_000,
  searchTextCharactersMax: 200,
  /** Maximum of the filter for services without a recent upload. */
  quietDaysMax: 3_650,
  /** Fits a name of maximum length at four bytes per character, plus two ids. */
  cursorCharactersMax: 4_096,
  /** Minutes that the oldest upload may wait for its analysis before `/readyz` reports `degraded`. */
  queueAgeMinutesMax: 10,
  /** Failed analyses retried by one request. */
  analysesRetriedAtOnceMax: 500,
  /** The analysis of a version with more findings fails with an error. The largest real SBOM in the tests has 3,900. */
  findingsPerVersionMax: 25_000,
  /** Matches of one SBOM, including fixed matches of distributions. No real SBOM in the tests has more than 13,000. */
  matchesPerSbomMax: 100_000,
  /** A list of findings is counted up to this number; a summary counts all of them. */
  findingsCountedMax: 10_000,
  /** In a list of vulnerabilities, the affected versions of each are counted up to this number. */
  versionsCountedMax: 1_000,
  /** Findings in a report that is built in memory, and in the table of a Markdown report. */
  reportFindingsMax: 20_000,
  markdownFindingsMax: 50,
  /** History entries of one finding, newest first. */
  findingHistoryMax: 1_000,

  /** Length of each list in a comparison of two versions. */
  changesShownMax: 1_000,
  /** History of a service. */
  historyDaysMax: 366,
  historyDaysDefault: 90,
  historyVersionsMax: 200,
  historyVersionsDefault: 50,
  /** Best hits of each kind. */
  searchHitsMax: 10,

  /** Decision about a finding: maximum lifetime, length of the detail text, and grace period after a new major version. */
  decisionDaysMax: 365,
  decisionDetailCharactersMax: 4_096,
  decisionGraceDays: 30,

  /** Answer to a question about a service: lifetime, length of the note, services answered at once; questions of a version. */
  answerDaysDefault: 180,
  answerDaysMax: 365,
  answerNoteCharactersMax: 1_000,
  answerServicesMax: 500,
  questionsPerVersionMax: 500,

  /** Expiring decisions that a filter considers. */
  expiringDecisionsMax: 10_000,

  /** Inbox: findings of each part, and days until a deadline or an expiry. */
  inboxFindingsMax: 100,
  inboxDueDays: 7,
  inboxExpiryDays: 14,

  /** Comments and issues of findings. */
  commentCharactersMax: 4_096,
  commentsPerFindingMax: 500,
  issueUrlCharactersMax: 2_048,

  /** Decisions created by one filter, findings listed by id in one request, and ids returned. */
  decisionsAtOnceMax: 10_000,
  decisionFindingsNamedMax: 1_000,
  decisionIdsShownMax: 100,
  /** Profile fields cited by one decision. */
  decisionCitesMax: 20,

  /** Upgrade candidates considered per package: fixed versions first, nearest first. */
  remediationCandidatesMax: 2_000,
  /** Paths from a root to a component: how many are shown, and how far the shortest ones are counted. */
  remediationPathsMax: 5,
  /** Transitive packages of a plan for which evidence is searched that a release of their parent fixes them. */
  remediationParentsAskedMax: 200,
  /** Size of the cache of upgrade targets, counted in the entries, ranges and versions that they were computed from. */
  remediationKnownMax: 50_000,
  /** Actions of a plan in one response. */
  remediationActionsMax: 1_000,
  /** Plans computed during a request. Each takes up to a second of one core and about 200 MB. */
  remediationPlansAtOnceMax: 2,
  remediationPlansWaitingMax: 20,
  /** Length of a name and a version in a command to copy, and of an advisory's own workaround text. */
  commandNameCharactersMax: 214,
  commandVersionCharactersMax: 100,
  workaroundCharactersMax: 1_000,

  headerBytesMax: 16 * KIB,
  pathParameterUnitsMax: 2_048,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  bodyBytesPerSecondMin: 10 * KIB,
  bodyRateWindowMs: 15_000,

  /** Reports on all findings of a version: running in total, running per organization, and waiting per organization. */
  reportsAtOnceMax: 4,
  reportsAtOncePerOrgMax: 3,
  reportsWaitingPerOrgMax: 200,

  /**
   * While several organizations are active: seconds of work per second for requests of the busiest organization, and for
   * unauthenticated requests from one address; and the number of waiting requests for each.
   */
  orgWorkRate: 0.25,
  addressWorkRate: 0.05,
  requestsWaitingMax: 500,

  waitSecondsMax: 60,
  /** Concurrent requests with `wait=`: per token, per organization, and per process. */
  waitingRequestsPerTokenMax: 75,
  waitingRequestsPerOrgMax: 200,
  waitingRequestsMax: 1_000,

  /** Open event streams: per token, per organization, and per process. */
  eventStreamsPerTokenMax: 20,
  eventStreamsPerOrgMax: 200,
  eventStreamsMax: 1_000,
  /** Interval of heartbeats on a stream, and the time after which a stream is closed because its client reads nothing. */
  eventStreamHeartbeatMs: 15_000,
  eventStreamStalledMs: 30_000,

  tokenUploadsInFlightMax: 64,
  /** Body chunks scanned and compressed concurrently. */
  bodyPiecesAtOncePerOrgMax: 2,

  /** Scans run synchronously and in memory: how many run, how many wait, and how many findings one may have. */
  scansAtOnceMax: 2,
  scansWaitingMax: 100,
  scanFindingsMax: 25_000,
  failedAuthenticationsPerMinuteMax: 60,

  /** A session expires after this many days without use, and after a fixed lifetime in any case. */
  sessionIdleDaysMax: 30,
  sessionDaysMax: 90,
  /** Sessions listed for their owner. */
  sessionsShownMax: 100,
  /**
   * Failed sign-ins in 15 minutes: to one account from one browser that signed in before, from one address, from anywhere, and to
   * all accounts from one address, which a whole company may share.
   */
  signInsPerDeviceMax: 10,
  signInsPerAccountAndAddressMax: 10,
  signInsPerAccountMax: 100,
  signInsPerAddressMax: 600,
  /** Checking a password takes 19 MiB and some milliseconds of a core. */
  passwordChecksAtOnceMax: 2,
  passwordChecksWaitingMax: 100,
  passwordCharactersMin: PASSWORD_CHARACTERS_MIN,
  passwordBytesMax: 1_024,
  emailCharactersMax: 254,
  personNameCharactersMax: 200,
  invitationDays: 7,
  /** Password reset links: lifetime in minutes, and requests per hour for one account and from one address. */
  passwordResetMinutes: 60,
  passwordResetsPerAccountMax: 5,
  passwordResetsPerAddressMax: 30,
  passwordResetsWaitingMax: 200,
  savedFiltersMax: 50,
  savedFilterNameCharactersMax: 100,
  savedFilterQueryCharactersMax: 2_000,

  spoolMemoryBytesPerUpload: 8 * MIB,
  /** Of all bodies in flight together. */
  spoolMemoryBytesMax: 256 * MIB,
  queuedAnalysesPerOrgMax: 20_000,
  queuedAnalysesPerDatabaseMax: 50_000,
  freeBytesMin: GIB,
  usedSpaceRatioMax: 0.95,

  threadMemoryMb: 1_024,
  /** CPU time for one document. Wall-clock time may be longer by this factor on a busy machine. */
  threadBaseTimeMs: 60_000,
  threadWallTimeFactor: 10,
  threadBytesPerExtraSecond: 4 * MIB,
  /** Documents up to this size are parsed as a whole. A larger one is parsed per element and counts as this size. */
  wholeParseBytesMax: 64 * MIB,
  threadBytesInWorkMax: 192 * MIB,
  schemaErrorsMax: 50,

  /** A group of more ids is not one vulnerability. Aliases of a record with more CVE ids are ignored. */
  aliasGroupIdsMax: 32,
  aliasCveIdsMax: 5,

  /**
   * An advisory record, at most 16 MiB, is rejected above these limits. Each comment gives the maximum in 98,207 real records.
   */
  advisoryAliasesMax: 250, // 25: GHSA-qppj-fm5r-hxr3
  advisoryLinksMax: 5_000, // 804 related ids: USN-7154-1; 7 upstream ids: RSEC-2023-8
  advisoryReferencesMax: 25_000, // 2,417: RHSA-2024:9315
  advisoryEntriesMax: 10_000, // 675: RHSA-2024:3344
  advisoryRangesMax: 10_000, // 675: RHSA-2024:3344; 16 for one package
  advisoryEventsMax: 20_000, // 1,350: RHSA-2024:3344; 118 for one package
  advisoryVersionsMax: 100_000, // 3,996: CVE-2017-1000117; 2,026 for one package
  advisoryCriteriaMax: 100_000, // CPE criteria of NVD
  advisoryBinariesMax: 20_000, // 1,820: USN-5485-1
  /** Stored fields of a record are truncated to these limits. */
  advisoryIdCharactersMax: 128,
  advisoryTitleCharactersMax: 512,
  advisoryDetailsCharactersMax: 64 * KIB,
  advisoryReferencesKept: 1_000,
  advisoryUrlCharactersMax: 2_048,
  advisoryRatingsMax: 100,
  advisoryCwesMax: 100,
  /** A record without a title gets the first sentence of its description, searched for in its first characters. */
  advisoryOpeningCharactersMax: 1_000,
  advisoryHeadlineCharactersMax: 200,
  /** Advisory entries cached between inventories, in characters as stored; in memory they take eight times as much. */
  candidateCacheCharactersMax: 8 * MIB,

  /** An advisory archive above these limits is rejected. */
  feedArchiveBytesMax: 4 * GIB,
  feedInflatedBytesMax: 32 * GIB,
  feedEntriesMax: 2_000_000,
  /** A record above these limits is skipped and counted. The ratio is checked only for records larger than the last limit. */
  feedRecordBytesMax: 16 * MIB,
  feedRecordRatioMax: 200,
  feedRatioJudgedAfterBytes: MIB,
  /** VEX documents of Red Hat name the packages of all its products and architectures: up to 23 MB, CVE-2024-2961. */
  csafDocumentBytesMax: 64 * MIB,
  csafArchiveInflatedBytesMax: 256 * GIB,
  /** A file with advisories of a distribution is rejected above these limits. All of Oracle Linux is about 300 MB of XML. */
  distributionFileBytesMax: 512 * MIB,
  distributionInflatedBytesMax: 4 * GIB,
  /** Definitions that are kept until the tests at the end of the file are read; Azure Linux has a few thousand. */
  distributionDefinitionsMax: 500_000,
  /** The list of a Photon OS release is parsed as a whole; it has a few megabytes. */
  photonListCharactersMax: 128 * MIB,
  /** An XML file is rejected if it is nested deeper, or if one advisory has more elements, attributes or text. */
  xmlDepthMax: 64,
  xmlRecordElementsMax: 200_000,
  xmlElementAttributesMax: 100,
  xmlRecordCharactersMax: 64 * MIB,
  /** Longer text of an element is cut. */
  xmlTextCharactersMax: 128 * KIB,
  /** The list of a directory is rejected above these limits. */
  feedListBytesMax: 256 * MIB,
  feedListLineCharactersMax: 1_024,
  /** A list is sorted by time. A line that is out of order by more than this is an error. */
  feedListDisorderMsMax: 3_600_000,
  /** Records downloaded concurrently. */
  feedRecordsInFlightMax: 8,
  feedRecordTimeoutMs: 120_000,
  /** Bundle for installations without network access: one file, read and written in chunks of whole records. */
  bundleBytesMax: 32 * GIB,
  bundleHeadBytesMax: 4 * KIB,
  bundleContentsBytesMax: 4 * MIB,
  bundlePieceBytesMax: 32 * MIB,
  /** Share of unusable records in an update above which the whole update is rejected. */
  feedBadShareMax: 0.01,
  /** Rejected records of a directory that are listed in its state; the rest are only counted. */
  feedRefusedRecordsNamedMax: 20,
  /** Share of records of the last successful update that may be missing before an update is rejected. */
  feedLostShareMax: 0.1,
  /** Data with a timestamp further in the future than this is rejected, because no later data could replace it. */
  feedSkewMsMax: 24 * 3_600_000,
  /** Longest ETag or date of a source that is stored for the next request. */
  feedValidatorCharactersMax: 1_024,
  /** The KEV catalog is read as a whole; the EPSS file is read line by line, compressed or not. */
  kevBytesMax: 16 * MIB,
  epssBytesMax: 64 * MIB,
  epssInflatedBytesMax: 512 * MIB,
  epssLineCharactersMax: 1_024,
  /**
   * Package index of a distribution, read line by line. Debian's is 60 MB uncompressed, with lines of some thousand characters.
   */
  packageIndexBytesMax: 128 * MIB,
  packageIndexInflatedBytesMax: 1_024 * MIB,
  packageIndexLineCharactersMax: 256 * KIB,

  /** Security profile: size of each text and of the notes, entries per list, and `appliesTo` patterns. */
  profileTextBytesMax: 512,
  profileNotesBytesMax: 8 * KIB,
  profileListEntriesMax: 1_000,
  profilePatternsMax: 100,
  profilesPerServiceMax: 20,
  documentsPerProfileMax: 50,
  documentNameCharactersMax: 200,
  /** Parsed documents cached between versions; one may take about 50 MB. */
  documentRefsInMemoryMax: 16,
  /** Findings of a version considered for the impact, and changes listed in a preview. */
  impactFindingsMax: 5_000,
  impactChangesShownMax: 1_000,
  /** Each takes up to some seconds of one core. */
  impactsAtOnceMax: 1,
  impactsWaitingMax: 20,
  /** AppArmor and seccomp documents, then observed-behavior documents. */
  runtimeDocumentBytesMax: MIB,
  runtimeRulesMax: 20_000,
  /** Deployment documents: size, YAML documents in one file, values, and nesting. */
  deploymentDocumentBytesMax: MIB,
  deploymentPartsMax: 500,
  deploymentNodesMax: 100_000,
  deploymentDepthMax: 64,
  observedDocumentBytesMax: 10 * MIB,
  observedEntriesMax: 200_000,
  /** One pattern with its variables expanded, and all patterns of a document. */
  globCharactersMax: 4_096,
  globDepthMax: 50,
  runtimePatternCharactersMax: 4 * MIB,
  filePathCharactersMax: 4_096,
  /** Pattern states visited for one query; above this the result is unknown. */
  runtimeQueryStepsMax: 1_000_000,

  tokenLifetimeDaysDefault: 90,
  /** Tokens not created by an owner or the operator. */
  tokenLifetimeDaysMax: 366,

  webhookUrlCharactersMax: 2_048,
  webhookDescriptionCharactersMax: 200,
  webhookServicesMax: 100,
  /** Size of one message, bytes read of its response, and characters of the response that are stored. */
  webhookPayloadBytesMax: 256 * KIB,
  webhookAnswerBytesMax: 64 * KIB,
  webhookAnswerCharactersKept: KIB,
  webhookTimeoutMs: 5_000,
  /**
   * Messages of one webhook that wait for their first attempt. Further events are not turned into messages until there is room.
   */
  webhookFreshMessagesMax: 500,
  /** Finished deliveries: days kept, and maximum per webhook. */
  webhookDeliveryDaysKept: 30,
  webhookDeliveriesKeptMax: 10_000,
  /** Both secrets sign for this long after a rotation. */
  webhookSecretOverlapHours: 24,
  /** A webhook without a successful delivery for this long is disabled. */
  webhookFailingDaysMax: 5,
  /** Longest `Retry-After` of a receiver that is honored. */
  webhookRetryAfterSecondsMax: 3_600,
  /** Notification rules: addresses and tags of one rule, events named in one message, and length of one name in it. */
  notificationRecipientsMax: 20,
  notificationTagsMax: 50,
  notificationEventsShownMax: 20,
  notificationNameCharactersMax: 120,
  /** Events that become one message at most. */
  notificationEventsPerMessageMax: 10_000,
  /** One attempt to send a mail, shorter than the lease of the process that sends. */
  mailTimeoutMs: 15_000,
  /** Test messages of one organization. */
  notificationTestsPerHourMax: 30,

  /** Model input for one vulnerability: length of names, length of each text, number of texts, and entries per list. */
  aiNameCharactersMax: 200,
  aiTextCharactersMax: 6_000,
  aiTextsMax: 4,
  aiListEntriesMax: 200,
  /** Model output: tokens, bytes, preconditions, and length of the stored quotes and explanation. */
  aiOutputTokensMax: 4_000,
  /** Limits of the setting that replaces it. The smallest one has room for an answer after the shortest reasoning. */
  aiOutputTokensSettingMin: 2_048,
  aiOutputTokensSettingMax: 128_000,
  aiAnswerBytesMax: MIB,
  aiPreconditionsMax: 20,
  aiQuoteCharactersMax: 1_000,
  aiExplanationCharactersMax: 600,
  /** Model call: timeout, retries, and the longest `Retry-After` that is honored. */
  aiTimeoutMs: 60_000,
  aiRetriesMax: 3,
  aiRetryAfterSecondsMax: 60,
  /** After this many consecutive failures, calls to a provider pause. */
  aiFailuresMax: 5,
  aiFailurePauseMs: 60_000,
  /** Failed assessments of a version: attempts, and the pause after the first, which doubles up to a day. */
  aiTriesMax: 9,
  aiFirstPauseMs: 5 * 60_000,
  aiPauseMsMax: 24 * 3_600_000,
  /** The pause after the first interruption of an assessment, for example by a restart; doubles with each try. */
  aiRestartPauseMs: 60_000,
  /** Settings of an organization: URL, concurrency, timeout, findings per run, tokens per day, and any price. */
  aiUrlCharactersMax: 2_048,
  aiConcurrencyMax: 16,
  aiTimeoutMsMax: 600_000,
  aiFindingsPerRunMax: 10_000,
  aiTokensPerDayMax: 1_000_000_000,
  aiPriceMax: 1_000_000,
  aiUsageDaysMax: 366,
  /** Total time of a connection test, including retries and pauses: long enough for a slow local model. */
  aiTryMsMax: 180_000,
  /** Stored requests and responses, if storing them is enabled. */
  aiBodyDaysKept: 30,

  /** Backups are read and written in chunks of this size, so that neither large tables nor a malicious file exhaust memory. */
  backupPieceBytes: MIB,
  backupManifestBytesMax: 64 * MIB,
} as const;
