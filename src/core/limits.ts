/**
 * Every limit of Assay, once. Validation, the OpenAPI document, error texts and docs read it from here. Those that an
 * operator may change are the defaults of `config.ts` and reach the code as `Limits`.
 */

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/** What an operator may change, each through a variable of `config.ts`. */
export interface Limits {
  readonly bodyBytesMax: number;
  readonly bodyInflatedBytesMax: number;
  readonly bodyRatioMax: number;
  readonly tokenUploadsPerMinuteMax: number;
  readonly orgUploadsPerMinuteMax: number;
  readonly tokenReadsPerMinuteMax: number;
  readonly orgReadsPerMinuteMax: number;
  readonly spoolBytesMax: number;
  /** Delay of the event loop, two turns in a row, above which the API asks clients to come back. */
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

/** What the quotas of an organization limit, in the order in which they are checked and listed. */
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

/** The most that one organization may have of each. 0: unlimited. */
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

/** The variable of the environment that sets each quota. */
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

  /** The decoding ratio is judged once more than this has come out: small documents may compress very well. */
  bodyRatioJudgedAfterBytes: 16 * MIB,
  otherBodyBytesMax: MIB,
  strictBodyBytesMax: 64 * MIB,

  jsonDepthMax: 64,
  jsonObjectKeysMax: 10_000,
  jsonStringBytesMax: 4 * MIB,
  jsonNumberCharactersMax: 1_000,

  /** New advisories are looked at for the newest so many versions of each service, and for those that have an alias. */
  watchedVersionsPerService: 50,
  /** A record as it was before a change is kept for so long; a change that is older is told without it. */
  advisoryRevisionDays: 400,

  /** Of the settings for retention. */
  retentionVersionsMax: 100_000,
  retentionDaysMax: 36_500,

  componentsMax: 500_000,
  edgesMax: 5_000_000,
  componentNameCharactersMax: 512,
  componentVersionCharactersMax: 256,
  purlBytesMax: 2_048,
  cpeBytesMax: 1_024,
  bomRefBytesMax: 1_024,
  identitiesPerComponentMax: 256,
  /** Packages of the system that a component came with. One that more claim is of nobody. */
  ownersPerComponentMax: 32,
  /** Runtimes of languages that a document is said to have. */
  languagesPerSbomMax: 20,

  /** Tools that built the software, which the scanner does not count as components; what is beyond is in the raw document. */
  buildToolsPerSbomMax: 10_000,

  /** What of a component is only shown: characters of each text, and entries of each list. */
  detailTextCharactersMax: 4_096,
  detailsPerListMax: 50,
  /** Of an image; nothing builds more than 127. */
  imageLayersMax: 200,
  /** What a document itself says about vulnerabilities; what is beyond is in the raw document. */
  claimsPerSbomMax: 10_000,
  componentsPerClaimMax: 1_000,
  /** Of one VEX document: its bytes, what it says in all, and how many versions of one thing it tells apart. */
  vexBodyBytesMax: 20 * MIB,
  vexStatementsMax: 50_000,
  vexVersionsPerTargetMax: 1_000,
  /** Of an organization: documents that count, and authors that it trusts. */
  vexDocumentsPerOrgMax: 1_000,
  vexAuthorsMax: 200,

  warningsPerSbomMax: 1_000,
  /** Of the warnings in detail; there are far fewer than twenty codes, so no code takes the places of another. */
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
  /** How far back one may ask for services that nothing has arrived for. */
  quietDaysMax: 3_650,
  /** A name of the most characters, four bytes each, with two ids. */
  cursorCharactersMax: 4_096,
  /** Minutes that the oldest upload may wait for its analysis before `/readyz` says `degraded`. */
  queueAgeMinutesMax: 10,
  /** Failed analyses that one request retries. */
  analysesRetriedAtOnceMax: 500,
  /** The analysis of a version with more fails and says so. The largest of the real SBOMs that Assay is tested with has 3,900. */
  findingsPerVersionMax: 25_000,
  /** Matches of one SBOM, of which distributions also have those that are fixed; of the real SBOMs, none has more than 13,000. */
  matchesPerSbomMax: 100_000,
  /** How far a list of findings is counted; a summary counts them all. */
  findingsCountedMax: 10_000,
  /** In one report that is made as a whole, and in the table of one that is meant for people. */
  reportFindingsMax: 20_000,
  markdownFindingsMax: 50,
  /** Of one finding, the newest ones. */
  findingHistoryMax: 1_000,

  /** Length of each list in a comparison of two versions. */
  changesShownMax: 1_000,
  /** Of a service over time. */
  historyDaysMax: 366,
  historyDaysDefault: 90,
  historyVersionsMax: 200,
  historyVersionsDefault: 50,
  /** Of each kind, the best ones. */
  searchHitsMax: 10,

  /** Of what somebody has decided about a finding: for how long, what is said of it, and how long it outlives a new major version. */
  decisionDaysMax: 365,
  decisionDetailCharactersMax: 4_096,
  decisionGraceDays: 30,
  /** Made at once: by a filter, or about findings that are named one by one; and how many of their ids are told. */
  decisionsAtOnceMax: 10_000,
  decisionFindingsNamedMax: 1_000,
  decisionIdsShownMax: 100,
  /** Fields of profiles that one decision rests on. */
  decisionCitesMax: 20,

  /** Versions to move to that are looked at, of one package: fixes before others, the nearest first. */
  remediationCandidatesMax: 2_000,
  /** Ways from a root to a component that are shown, and how far the shortest ones are counted. */
  remediationPathsMax: 5,
  remediationPathsCountedMax: 1_000_000,
  /** Packages of a plan that others bring in, of which it is asked whether a release of those was seen to help. */
  remediationParentsAskedMax: 200,
  /** Answers that are kept in memory for the next plan, in entries, ranges and versions that they were found from. */
  remediationKnownMax: 50_000,
  /** Of a plan, in one answer. */
  remediationActionsMax: 1_000,
  /** That are made while somebody waits; each takes a second of one core at worst, and some 200 MB. */
  remediationPlansAtOnceMax: 2,
  remediationPlansWaitingMax: 20,
  /** What of a name or a version may be part of a text to copy, and how much of an advisory's own advice is shown. */
  commandNameCharactersMax: 214,
  commandVersionCharactersMax: 100,
  workaroundCharactersMax: 1_000,

  headerBytesMax: 16 * KIB,
  pathParameterUnitsMax: 2_048,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  bodyBytesPerSecondMin: 10 * KIB,
  bodyRateWindowMs: 15_000,

  /** Reports about all findings of a version that are read at the same time, in all and of one organization, and that wait. */
  reportsAtOnceMax: 4,
  reportsAtOncePerOrgMax: 3,
  reportsWaitingPerOrgMax: 200,

  /**
   * While several organizations are active: seconds of work per second for the requests of the busiest organization, and for
   * unauthenticated requests of one address; and how many requests of each may wait.
   */
  orgWorkRate: 0.25,
  addressWorkRate: 0.05,
  requestsWaitingMax: 500,

  waitSecondsMax: 60,
  /** Requests with `wait=` that are held at the same time, the last of them per process. */
  waitingRequestsPerTokenMax: 75,
  waitingRequestsPerOrgMax: 200,
  waitingRequestsMax: 1_000,

  /** Streams of events that are open at the same time, the last of them per process. */
  eventStreamsPerTokenMax: 20,
  eventStreamsPerOrgMax: 200,
  eventStreamsMax: 1_000,
  /** A stream says that it lives this often, and ends when its reader takes nothing for so long. */
  eventStreamHeartbeatMs: 15_000,
  eventStreamStalledMs: 30_000,

  tokenUploadsInFlightMax: 64,
  /** Pieces of bodies that are scanned and compressed at the same time. */
  bodyPiecesAtOncePerOrgMax: 2,

  /** Scans are answered at once and held in memory: how many run, how many wait for their turn, and how much one may find. */
  scansAtOnceMax: 2,
  scansWaitingMax: 100,
  scanFindingsMax: 25_000,
  failedAuthenticationsPerMinuteMax: 60,

  /** A session ends when it was not used for a while, and at some day in any case. */
  sessionIdleDaysMax: 30,
  sessionDaysMax: 90,
  /** Shown to its owner, and not more than that. */
  sessionsShownMax: 100,
  /**
   * Failed sign-ins in a quarter of an hour: to one account from one browser that signed in before, from one address, from
   * anywhere, and to all accounts from one address, behind which a whole company may be.
   */
  signInsPerDeviceMax: 10,
  signInsPerAccountAndAddressMax: 10,
  signInsPerAccountMax: 100,
  signInsPerAddressMax: 600,
  /** Checking a password costs 19 MiB and some milliseconds of a core. */
  passwordChecksAtOnceMax: 2,
  passwordChecksWaitingMax: 100,
  passwordCharactersMin: 12,
  passwordBytesMax: 1_024,
  emailCharactersMax: 254,
  personNameCharactersMax: 200,
  invitationDays: 7,
  /** Links to choose a new password: how long one works, how many an account and an address may ask for in an hour. */
  passwordResetMinutes: 60,
  passwordResetsPerAccountMax: 5,
  passwordResetsPerAddressMax: 30,
  passwordResetsWaitingMax: 200,
  savedFiltersMax: 50,
  savedFilterNameCharactersMax: 100,
  savedFilterQueryCharactersMax: 2_000,

  spoolMemoryBytesPerUpload: 8 * MIB,
  queuedAnalysesPerOrgMax: 20_000,
  queuedAnalysesPerDatabaseMax: 50_000,
  freeBytesMin: GIB,
  usedSpaceRatioMax: 0.95,

  threadMemoryMb: 1_024,
  /** Processor time of one document; in wall-clock time it may take this many times longer, on a busy machine. */
  threadBaseTimeMs: 60_000,
  threadWallTimeFactor: 10,
  threadBytesPerExtraSecond: 4 * MIB,
  /** Up to here a document is parsed as a whole; a larger one is read per element and counts as this much. */
  wholeParseBytesMax: 64 * MIB,
  threadBytesInWorkMax: 192 * MIB,
  schemaErrorsMax: 50,

  /** More ids than this are not one vulnerability, and a record that names more CVE ids than this ties nothing together. */
  aliasGroupIdsMax: 32,
  aliasCveIdsMax: 5,

  /** One advisory record, which is at most 16 MiB, is refused beyond these. Beside each the most of 98,207 real records. */
  advisoryAliasesMax: 250, // 25: GHSA-qppj-fm5r-hxr3
  advisoryLinksMax: 5_000, // 804 related ids: USN-7154-1; 7 upstream ids: RSEC-2023-8
  advisoryReferencesMax: 25_000, // 2,417: RHSA-2024:9315
  advisoryEntriesMax: 10_000, // 675: RHSA-2024:3344
  advisoryRangesMax: 10_000, // 675: RHSA-2024:3344; of one package 16
  advisoryEventsMax: 20_000, // 1,350: RHSA-2024:3344; of one package 118
  advisoryVersionsMax: 100_000, // 3,996: CVE-2017-1000117; of one package 2,026
  advisoryBinariesMax: 20_000, // 1,820: USN-5485-1
  /** What is kept of a record is shortened to these. */
  advisoryIdCharactersMax: 128,
  advisoryTitleCharactersMax: 512,
  advisoryDetailsCharactersMax: 64 * KIB,
  advisoryReferencesKept: 1_000,
  advisoryUrlCharactersMax: 2_048,
  advisoryRatingsMax: 100,
  advisoryCwesMax: 100,
  /** A record without a title is named by the first sentence of its description, looked for in its opening. */
  advisoryOpeningCharactersMax: 1_000,
  advisoryHeadlineCharactersMax: 200,
  /** Entries that are kept in memory for the next inventory, in characters as they are stored; they take eight times as much. */
  candidateCacheCharactersMax: 8 * MIB,

  /** One archive of advisories: beyond these it is refused. */
  feedArchiveBytesMax: 4 * GIB,
  feedInflatedBytesMax: 32 * GIB,
  feedEntriesMax: 2_000_000,
  /** A record beyond these is left out and counted; the ratio is judged once more than this would come out. */
  feedRecordBytesMax: 16 * MIB,
  feedRecordRatioMax: 200,
  feedRatioJudgedAfterBytes: MIB,
  /** The list of a directory: beyond these it is refused. */
  feedListBytesMax: 256 * MIB,
  feedListLineCharactersMax: 1_024,
  /** A list is sorted by time; a line may be out of place by this much before it counts as wrong. */
  feedListDisorderMsMax: 3_600_000,
  /** Single records that are asked for at the same time. */
  feedRecordsInFlightMax: 8,
  feedRecordTimeoutMs: 120_000,
  /** A bundle for a place without a network: one file, read and written in pieces that hold whole records. */
  bundleBytesMax: 32 * GIB,
  bundleHeadBytesMax: 4 * KIB,
  bundleContentsBytesMax: 4 * MIB,
  bundlePieceBytesMax: 32 * MIB,
  /** Of the records of one update: when more cannot be used, none is. */
  feedBadShareMax: 0.01,
  /** Refused records of a directory that its state names; the others are counted. */
  feedRefusedRecordsNamedMax: 20,
  /** Of the records of the last good update: when more are missing, the update is refused. */
  feedLostShareMax: 0.1,
  /** Data that calls itself newer than our clock by more than this is refused: nothing later could replace it. */
  feedSkewMsMax: 24 * 3_600_000,
  /** Longest ETag or date of a source that is kept for the next request. */
  feedValidatorCharactersMax: 1_024,
  /** The catalog of exploited vulnerabilities is read as a whole; the file of EPSS line by line, packed or not. */
  kevBytesMax: 16 * MIB,
  epssBytesMax: 64 * MIB,
  epssInflatedBytesMax: 512 * MIB,
  epssLineCharactersMax: 1_024,
  /** A package index of a distribution, read line by line; that of Debian has 60 MB unpacked, and lines of some thousand characters. */
  packageIndexBytesMax: 128 * MIB,
  packageIndexInflatedBytesMax: 1_024 * MIB,
  packageIndexLineCharactersMax: 256 * KIB,

  /** Of a security profile: each text, its notes, entries of each list, and patterns of whom it applies to. */
  profileTextBytesMax: 512,
  profileNotesBytesMax: 8 * KIB,
  profileListEntriesMax: 1_000,
  profilePatternsMax: 100,
  profilesPerServiceMax: 20,
  runtimeDocumentsPerProfileMax: 20,
  /** Read once and kept for the next version; one may take some 50 MB. */
  runtimeDocumentsInMemoryMax: 16,
  /** Findings of a version that the impact meter looks at, and that a preview tells one by one. */
  impactFindingsMax: 5_000,
  impactChangesShownMax: 1_000,
  /** Each takes seconds of one core at worst. */
  impactsAtOnceMax: 1,
  impactsWaitingMax: 20,
  /** Of AppArmor and seccomp; and of what was observed. */
  runtimeDocumentBytesMax: MIB,
  runtimeRulesMax: 20_000,
  observedDocumentBytesMax: 10 * MIB,
  observedEntriesMax: 200_000,
  /** A pattern with its variables filled in, and all of a document together. */
  globCharactersMax: 4_096,
  globDepthMax: 50,
  runtimePatternCharactersMax: 4 * MIB,
  filePathCharactersMax: 4_096,
  /** States of patterns that are looked at to answer one question; beyond it the answer is not known. */
  runtimeQueryStepsMax: 1_000_000,

  tokenLifetimeDaysDefault: 90,
  /** Of tokens that are not created by an owner or the operator. */
  tokenLifetimeDaysMax: 366,

  webhookUrlCharactersMax: 2_048,
  webhookDescriptionCharactersMax: 200,
  webhookServicesMax: 100,
  /** Of one message, and of what is read and kept of the answer to it. */
  webhookPayloadBytesMax: 256 * KIB,
  webhookAnswerBytesMax: 64 * KIB,
  webhookAnswerCharactersKept: KIB,
  webhookTimeoutMs: 5_000,
  /** Messages of one webhook that wait for their first attempt; the events behind them stay where they are. */
  webhookFreshMessagesMax: 500,
  /** Messages that are over: for how long they are kept, and how many of one webhook. */
  webhookDeliveryDaysKept: 30,
  webhookDeliveriesKeptMax: 10_000,
  /** For as long two secrets sign, after one was replaced. */
  webhookSecretOverlapHours: 24,
  /** A receiver that has taken nothing for as long is not called any more. */
  webhookFailingDaysMax: 5,
  /** How long a receiver may ask us to wait. */
  webhookRetryAfterSecondsMax: 3_600,

  /** What a model is sent of one vulnerability: names and words, each text, how many records, entries of a list. */
  aiNameCharactersMax: 200,
  aiTextCharactersMax: 6_000,
  aiTextsMax: 4,
  aiListEntriesMax: 200,
  /** What it may answer: tokens, bytes, claims, and what of it is kept for people. */
  aiOutputTokensMax: 4_000,
  aiAnswerBytesMax: MIB,
  aiPreconditionsMax: 20,
  aiQuoteCharactersMax: 1_000,
  aiExplanationCharactersMax: 600,
  /** How long it is waited for, how often it is asked again, and for how long it may ask us to wait. */
  aiTimeoutMs: 60_000,
  aiRetriesMax: 3,
  aiRetryAfterSecondsMax: 60,
  /** After so many failures one after the other a provider is left alone for a while. */
  aiFailuresMax: 5,
  aiFailurePauseMs: 60_000,
  /** Of a version that could not be read: tries in a row, and the pause after the first, which doubles until they last a day. */
  aiTriesMax: 9,
  aiFirstPauseMs: 5 * 60_000,
  aiPauseMsMax: 24 * 3_600_000,
  /** What an organization may set: its address, calls at once, patience, findings of one run, tokens of a day, any price. */
  aiUrlCharactersMax: 2_048,
  aiConcurrencyMax: 16,
  aiTimeoutMsMax: 600_000,
  aiFindingsPerRunMax: 10_000,
  aiTokensPerDayMax: 1_000_000_000,
  aiPriceMax: 1_000_000,
  aiUsageDaysMax: 366,
  /** Somebody waits for it, with all attempts and pauses. */
  aiTryMsMax: 45_000,
  /** What was sent and answered, where it is kept at all. */
  aiBodyDaysKept: 30,

  /** A backup is read and written in pieces of this size, so that neither its tables nor a hostile file fill the memory. */
  backupPieceBytes: MIB,
  backupManifestBytesMax: 64 * MIB,
} as const;
