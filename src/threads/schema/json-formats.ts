/**
 * The `format` keywords used by the official schemas, each checked in one pass. They reject what is clearly wrong and accept some
 * values that a full grammar would reject: the schemas are strict about structure, but tools are lenient about URLs.
 */
export const JSON_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': isDateTime,
  date: isDate,
  'idn-email': isEmail,
  'iri-reference': isIriReference,
  uri: isUri,
};

const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))$/;
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339 section 5.6; a space is allowed instead of the T. */
function isDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && 'Tt '.includes(text.charAt(10) || '-') && isTime(text.slice(11));
}

function isDate(text: string): boolean {
  const [year, month, day] = numbersOf(DATE, text);
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

function isTime(text: string): boolean {
  const [hour = 99, minute = 99, second = 99, zoneHour = 0, zoneMinute = 0] = numbersOf(TIME, text);
  return hour <= 23 && minute <= 59 && second <= 60 && zoneHour <= 23 && zoneMinute <= 59;
}

function numbersOf(pattern: RegExp, text: string): readonly (number | undefined)[] {
  const [, ...groups] = pattern.exec(text) ?? [];
  return groups.map((group: string | undefined) => (group === undefined ? undefined : Number(group)));
}

/** RFC 6531 without its grammar: text, an @, text, and no white space. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at < text.length - 1 && !WHITE_SPACE.test(text);
}

const WHITE_SPACE = /[\s\p{Cc}]/u;
/**
 * Characters that RFC 3987 forbids in an IRI, except braces: many published documents contain URLs with an unresolved Maven
 * placeholder (`${project.scm.tag}`), including an official CycloneDX example.
 */
const OUTSIDE_OF_IRI = /[\s\p{Cc}<>"|\\^`]/u;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

function isIriReference(text: string): boolean {
  return !OUTSIDE_OF_IRI.test(text);
}

function isUri(text: string): boolean {
  return SCHEME.test(text) && isIriReference(text);
}
