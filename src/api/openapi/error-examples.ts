/**
 * The errors that the OpenAPI document shows as examples of each operation. They are made by the functions that make the real
 * errors, so their codes and messages cannot differ from them.
 */
import type { FastifySchema, RouteOptions } from 'fastify';
import {
  INVITATION_UNKNOWN,
  MAIL_OFF,
  MEMBER_EXISTS,
  MEMBER_UNKNOWN,
  MEMBERSHIP_UNKNOWN,
  ORGANIZATION_CHANGED,
  ORIGIN_REFUSED,
  PASSWORD_RESET_UNKNOWN,
  PERSON_REQUIRED,
  RATE_LIMITED,
  SCOPE_MISSING,
  SESSION_UNKNOWN,
  SIGN_IN_FAILED,
  TOKEN_UNKNOWN,
  UNAUTHENTICATED,
} from '../../access/errors.ts';
import type { AssayError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { PROFILE_DOCUMENT_KIND_UNKNOWN } from '../../core/profile/errors.ts';
import { SBOM_FORMAT_UNKNOWN, SIGNATURE_KEY_INVALID } from '../../core/sbom/errors.ts';
import { REACHABILITY_KIND_UNKNOWN } from '../../core/reachability/errors.ts';
import { VEX_FORMAT_UNKNOWN, VEX_EMPTY } from '../../core/vex/errors.ts';
import {
  NOTIFICATION_MAIL_OFF,
  NOTIFICATION_RECIPIENT_GONE,
  NOTIFICATION_UNKNOWN,
  UNSUBSCRIBE_CODE_UNKNOWN,
  WEBHOOK_DELIVERY_UNKNOWN,
  WEBHOOK_UNKNOWN,
} from '../../events/errors.ts';
import {
  AI_CALL_UNKNOWN,
  AI_SETTINGS_INCOMPLETE,
  ADVISORY_SOURCE_UNKNOWN,
  ALIAS_UNKNOWN,
  ANALYSIS_UNKNOWN,
  COMMENT_UNKNOWN,
  COMPONENT_UNKNOWN,
  DECISION_NOT_PREVIEWED,
  DECISION_UNKNOWN,
  FINDING_UNKNOWN,
  PROFILE_UNKNOWN,
  SBOM_UNKNOWN,
  SERVICE_UNKNOWN,
  VERSION_UNKNOWN,
  VEX_EXPORT_TOO_LARGE,
  QUESTION_UNKNOWN,
  REACHABILITY_UNKNOWN,
  VEX_UNKNOWN,
  VULNERABILITY_UNKNOWN,
  SUGGESTION_WITHOUT_EFFECT,
} from '../../pipeline/errors.ts';
import {
  BODY_INVALID,
  BODY_TOO_LARGE,
  CONTENT_TYPE_UNSUPPORTED,
  EXPECTATION_FAILED,
  HEADERS_TOO_LARGE,
  INTERNAL_ERROR,
  PARAMETER_INVALID,
  PRECONDITION_FAILED,
  REPORT_TOO_LARGE,
  REQUEST_TIMEOUT,
  SERVER_BUSY,
  URL_TOO_LONG,
} from '../errors.ts';

const SERVICE = SERVICE_UNKNOWN({ service: 'team/api' });
const VERSION = VERSION_UNKNOWN({ version: '1.4.2' });
const VULNERABILITY = VULNERABILITY_UNKNOWN({ id: 'CVE-2026-0001' });
const RATE = RATE_LIMITED({ what: 'reads with this token', retryAfterSeconds: 12 });
const PARAMETER = PARAMETER_INVALID(
  { summary: `The parameter "limit" must be a whole number from 1 to ${LIMITS.pageLimitMax}.` },
  { details: [{ path: 'limit', message: `must be a whole number from 1 to ${LIMITS.pageLimitMax}` }] },
);
const BODY = BODY_INVALID(
  { summary: 'In the body, "/name": Invalid input: expected string, received number.' },
  { details: [{ path: '/name', message: 'Invalid input: expected string, received number' }] },
);

/** What is missing with 404, by the end of the path up to a parameter. */
const UNKNOWN_RESOURCES: Readonly<Record<string, AssayError>> = {
  'advisory-source/:name': ADVISORY_SOURCE_UNKNOWN({ source: 'ovs' }),
  'alias/:alias': ALIAS_UNKNOWN({ alias: 'latest' }),
  'analysis/:id': ANALYSIS_UNKNOWN(),
  'bulk/:batch': DECISION_UNKNOWN(),
  'by-code/:code': INVITATION_UNKNOWN(),
  'comment/:comment': COMMENT_UNKNOWN(),
  'component/:component': COMPONENT_UNKNOWN(),
  'cve/:id': VULNERABILITY,
  'decision/:id': DECISION_UNKNOWN(),
  'call/:id': AI_CALL_UNKNOWN(),
  'delivery/:delivery': WEBHOOK_DELIVERY_UNKNOWN(),
  'finding/:id': FINDING_UNKNOWN(),
  'invitation/:id': INVITATION_UNKNOWN(),
  'member/:person': MEMBER_UNKNOWN(),
  'password-reset/:code': PASSWORD_RESET_UNKNOWN(),
  'profile/:profile': PROFILE_UNKNOWN({ profile: 'default' }),
  'question/:id': QUESTION_UNKNOWN(),
  'reachability/:id': REACHABILITY_UNKNOWN(),
  'sbom/:id': SBOM_UNKNOWN(),
  'service/:service': SERVICE,
  'session/:id': SESSION_UNKNOWN(),
  'token/:id': TOKEN_UNKNOWN(),
  'version/:version': VERSION,
  'vex/:id': VEX_UNKNOWN(),
  'vulnerability/:id': VULNERABILITY,
  'webhook/:id': WEBHOOK_UNKNOWN(),
  'notification/:id': NOTIFICATION_UNKNOWN(),
  'unsubscribe/:code': UNSUBSCRIBE_CODE_UNKNOWN(),
};

/** Examples of the errors that routes list in `config.errors`. */
const LISTED_ERRORS: readonly AssayError[] = [
  AI_SETTINGS_INCOMPLETE({ missing: '"model" (its name)' }),
  DECISION_NOT_PREVIEWED(),
  FINDING_UNKNOWN(),
  MAIL_OFF(),
  MEMBER_EXISTS({ email: 'maria@example.com' }),
  MEMBERSHIP_UNKNOWN(),
  NOTIFICATION_MAIL_OFF(),
  NOTIFICATION_RECIPIENT_GONE(),
  ORIGIN_REFUSED(),
  PRECONDITION_FAILED(),
  RATE,
  REPORT_TOO_LARGE(),
  SIGNATURE_KEY_INVALID({ name: 'release', problem: 'is not a public key in PEM' }),
  SERVICE,
  SIGN_IN_FAILED(),
  SUGGESTION_WITHOUT_EFFECT(),
  UNAUTHENTICATED(),
  VEX_EXPORT_TOO_LARGE(),
  VEX_EMPTY(),
];

const NO_FORMAT =
  'The document has neither "bomFormat" (CycloneDX) nor "spdxVersion" (SPDX 2) nor an SPDX "@context" (SPDX 3) at the top level.';

/** Bodies that are read by their handlers, by the end of the path. */
const DOCUMENT_ERRORS: readonly (readonly [string, AssayError])[] = [
  ['/vex', VEX_FORMAT_UNKNOWN()],
  ['/document', PROFILE_DOCUMENT_KIND_UNKNOWN()],
  ['/reachability', REACHABILITY_KIND_UNKNOWN()],
  ['', SBOM_FORMAT_UNKNOWN({ missing: NO_FORMAT })],
];

/** Methods whose requests change nothing. */
const SAFE_METHODS: readonly unknown[] = ['GET', 'HEAD'];

export function listExampleErrors(
  schema: FastifySchema,
  url: string,
  { method, config = {} }: Pick<RouteOptions, 'method' | 'config'>,
): AssayError[] {
  const { scope, person, streamsBody, errors = [] } = config;
  const isChange = ![method].flat().some((each) => SAFE_METHODS.includes(each));
  const document = DOCUMENT_ERRORS.find(([end]) => url.endsWith(end))?.[1];
  return [
    ...(streamsBody === true && document !== undefined ? [document] : []),
    ...(schema.body === undefined ? [] : [BODY]),
    PARAMETER,
    ...(scope === undefined ? [] : [UNAUTHENTICATED(), SCOPE_MISSING({ scope, holder: 'token' }), RATE]),
    ...(person === true ? [PERSON_REQUIRED()] : []),
    // The session may be in a different organization than the one named in the request.
    ...(scope === undefined ? [] : [ORGANIZATION_CHANGED()]),
    ...(schema.params === undefined ? [] : [...listUnknownResources(url, method), URL_TOO_LONG()]),
    ...(isChange ? [BODY_TOO_LARGE({ bytesMax: LIMITS.otherBodyBytesMax }), JSON_EXPECTED] : []),
    ...errors.map(({ code }) => getListedError(code)),
    ...[REQUEST_TIMEOUT(), EXPECTATION_FAILED(), HEADERS_TOO_LARGE(), INTERNAL_ERROR(), SERVER_BUSY()],
  ];
}

const JSON_EXPECTED = CONTENT_TYPE_UNSUPPORTED({ remedy: 'Send JSON with "Content-Type: application/json".' });

function listUnknownResources(url: string, method: RouteOptions['method']): AssayError[] {
  const places = [...url.matchAll(/(?<=\/)[a-z-]+\/:[a-z]+/g)].map(([place]) => place);
  return places.flatMap((place) => {
    const isCreated = (method === 'PUT' && url.endsWith(place)) || (method === 'POST' && url.endsWith(`${place}/sbom`));
    const error = isCreated ? undefined : UNKNOWN_RESOURCES[place];
    return error === undefined ? [] : [error];
  });
}

function getListedError(code: string): AssayError {
  const found = LISTED_ERRORS.find((error) => error.code === code);
  if (found === undefined) throw new Error(`Add an example of ${code} to LISTED_ERRORS.`);
  return found;
}
