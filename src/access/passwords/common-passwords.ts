/**
 * Recognizes passwords that cracking tools try first. At 12 or more characters these are not single dictionary words but a few
 * common parts in a row: `password1234`, `Summer2026!!`, `qwertyuiop12`. The password is split into such parts, and the remainder
 * has to be long enough. The word list is our own; no published list is copied.
 */

/** Returns undefined if the password is good enough. */
export function findPasswordProblem(password: string, personal: readonly string[]): string | undefined {
  const text = toUnit(password.normalize('NFKC').toLowerCase());
  if (measure(text, COMMON) < UNITS_MIN) return 'is easy to guess: common words, sequences or repeated characters';
  const own = new Set(personal.flatMap(toPersonalWords));
  if (measure(text, new Set([...COMMON, ...own])) < UNITS_MIN) {
    return 'is easy to guess: it contains little more than a name, e-mail address or organization';
  }
  return undefined;
}

/** A known word counts as two characters, a sequence or repetition as one; each counts only once. */
const UNITS_MIN = 8;
const WORD_UNITS = 2;
const WORD_CHARACTERS_MIN = 3;
const WORD_CHARACTERS_MAX = 64;

function measure(text: string, words: ReadonlySet<string>): number {
  const plain = Array.from(text, (letter) => SUBSTITUTES.get(letter) ?? letter).join('');
  const seen = new Set<string>();
  let units = 0;
  for (let at = 0; at < text.length;) {
    const word = findWord(text, plain, at, words);
    const run = findRun(text, at);
    const piece = word.length >= run.length ? word : run;
    const isNew = !seen.has(piece || (text[at] ?? ''));
    if (piece === '') {
      // Repeated letters count, as they occur in every sentence; repeated separators and digits are usually padding.
      if (isNew || LETTER.test(text[at] ?? '')) units += 1;
    } else if (isNew) {
      units += piece === word ? WORD_UNITS : 1;
    }
    seen.add(piece || (text[at] ?? ''));
    at += piece.length || 1;
  }
  return units;
}

const LETTER = /\p{L}/u;

/** Returns the longest known word that starts here, as written or with digits and symbols in place of letters. */
function findWord(text: string, plain: string, at: number, words: ReadonlySet<string>): string {
  for (let length = Math.min(WORD_CHARACTERS_MAX, text.length - at); length >= WORD_CHARACTERS_MIN; length -= 1) {
    const written = text.slice(at, at + length);
    if (words.has(written) || words.has(plain.slice(at, at + length))) return written;
  }
  return '';
}

/** Returns the longest repeated character, keyboard sequence or year that starts here. */
function findRun(text: string, at: number): string {
  let repeated = at + 1;
  while (text[repeated] === text[at]) repeated += 1;
  let walked = at + WORD_CHARACTERS_MIN;
  while (walked <= text.length && isOnKeyboard(text.slice(at, walked))) walked += 1;
  const year = YEAR.exec(text.slice(at, at + 4))?.[0].length ?? 0;
  const end = Math.max(repeated, walked - 1, at + year);
  return end - at >= (repeated === end ? 2 : WORD_CHARACTERS_MIN) ? text.slice(at, end) : '';
}

const YEAR = /^(?:1[0-9]|20)[0-9]{2}$/;

function isOnKeyboard(piece: string): boolean {
  return ROWS.some((row) => row.includes(piece));
}

const FORWARD = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertzuiopü',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '!@#$%^&*()',
  '!"§$%&/()=',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaqxswcdevfrbgtnhymjukilop',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
  '147258369',
  '159357',
];
const ROWS = FORWARD.flatMap((row) => [row, Array.from(row).toReversed().join('')]);

/** Reduces a repeated text to one repetition: `abcabcabc` to `abc`. */
function toUnit(text: string): string {
  const length = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, length);
}

const SUBSTITUTES: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i', '+': 't' }),
);

/** Returns the text, both sides of an e-mail address, the text without spaces and punctuation, and each of its words. */
function toPersonalWords(text: string): readonly string[] {
  const lower = text.normalize('NFKC').toLowerCase();
  const words = lower.split(/[^\p{L}\p{N}]+/u);
  return [lower, ...lower.split('@'), words.join(''), ...words].filter((word) => word.length >= WORD_CHARACTERS_MIN);
}

const COMMON: ReadonlySet<string> = new Set(
  `
  pass passw passwd password passwords passwort passwoerd passord motdepasse contrasena contraseña senha parola haslo wachtwoord
  passphrase secret secrets geheim kennwort login logon signin admin administrator root superuser user username guest test tester
  testing demo default change changeme changeit welcome welcome to willkommen bienvenue bienvenido hello hallo hola letmein let me in
  openup open sesame opensesame access private public master server system service support security secure computer internet
  windows microsoft google apple amazon facebook linux ubuntu oracle postgres database docker kubernetes jenkins github gitlab
  cloud network office company business work team prod production dev development staging owner assay vulnerability
  qwerty qwertz azerty asdf asdfgh zxcvbn qwer qaz wsx
  spring summer autumn fall winter fruehling sommer herbst
  january february march april june july august september october november december januar februar maerz juni juli oktober dezember
  monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
  dragon monkey tiger lion eagle falcon panther shadow phoenix unicorn butterfly bunny kitty puppy doggy chicken
  football baseball basketball hockey soccer tennis cricket golf liverpool chelsea arsenal barcelona yankees lakers cowboys steelers
  superman batman spiderman ironman pokemon pikachu starwars matrix hacker ninja killer warrior hunter ranger soldier
  michael michelle daniel jessica jennifer ashley amanda andrew anthony joshua matthew robert thomas william charlie jordan george
  nicole justin hannah samantha elizabeth alexander maggie buster ginger pepper cookie banana orange chocolate cheese flower
  princess prince angel baby babygirl lovely love lover iloveyou loveyou loveme forever sunshine rainbow star moon heaven diamond
  silver golden purple yellow orange black white green blue
  mustang corvette ferrari porsche mercedes harley yamaha
  freedom trustno trustnoone whatever nothing something anything everything biteme fuckyou fuckme asshole bitch please thankyou
  magic music guitar player gamer winner champion number one numberone first second money dollar lucky happy
  jesus christ jesuschrist blessed america london paris berlin newyork canada germany england australia
  `
    .split(/\s+/)
    .filter((word) => word.length >= WORD_CHARACTERS_MIN),
);
