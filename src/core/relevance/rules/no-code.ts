/**
 * R26. Some packages of a distribution are built from a vulnerable source but contain no code of it that could run: kernel
 * headers, documentation, translations, license texts, empty directories. The name alone decides, in any kind of document, so the
 * list is short: a development package (`libssl-dev`) contains code that is compiled into programs and is not on it.
 */
import { ECOSYSTEMS } from '../../identity/ecosystems/ecosystem.ts';
import { defineRule } from './rule.ts';

export const noCode = defineRule({ id: 'R26', version: 1, code: 'no-code' }, ({ component, match }) => {
  const claim = { state: 'not_affected', justification: 'code_not_present' } as const;
  if (match.assumptions.includes('kernel-headers'))
    return {
      ...claim,
      effect: 'dismiss',
      text: 'The package contains kernel headers and no kernel code.',
    };
  const content = findContent(component);
  if (content === undefined) return undefined;
  return {
    ...claim,
    effect: 'deprioritize',
    text: `The package contains ${content} and no program code.`,
  };
});

interface Kind {
  readonly content: string;
  readonly names: RegExp;
  /** Version schemes of the distributions that use these names. */
  readonly schemes: readonly string[];
}

const KINDS: readonly Kind[] = [
  {
    content: 'documentation',
    names: /-(?:docs?|javadoc|manual|man|manpages|man-pages)$|^man-?pages(?:$|-)/,
    schemes: ['debian', 'rpm', 'apk'],
  },
  {
    content: 'translations',
    names: /-(?:locales?|l10n|(?:minimal-)?langpack|all-langpacks|langpack-[a-z]{2,3})$/,
    schemes: ['debian', 'rpm', 'apk'],
  },
  { content: 'translations', names: /-lang$/, schemes: ['rpm', 'apk'] },
  { content: 'license texts', names: /-licenses?$/, schemes: ['debian', 'rpm', 'apk'] },
  { content: 'directories', names: /-filesystem$/, schemes: ['rpm'] },
];

// It contains the program `perldoc`.
const WITH_CODE: ReadonlySet<string> = new Set(['perl-doc']);

const SCHEMES: ReadonlyMap<string, string> = new Map(
  ECOSYSTEMS.filter(({ distribution }) => distribution !== undefined).map(({ family, scheme }) => [family, scheme]),
);

function findContent({
  ecosystem,
  name,
}: {
  readonly ecosystem: string | null;
  readonly name: string;
}): string | undefined {
  const scheme = SCHEMES.get(ecosystem ?? '');
  if (scheme === undefined || WITH_CODE.has(name)) return undefined;
  return KINDS.find(({ names, schemes }) => schemes.includes(scheme) && names.test(name))?.content;
}
