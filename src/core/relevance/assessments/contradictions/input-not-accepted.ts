/** The vulnerability needs a kind of untrusted input that the service does not accept, according to a complete list. */
import { kindOf } from '../../../profile/profile-fields.ts';
import { foldText } from '../text/clean-text.ts';
import { citeField, type Contradiction } from './contradiction.ts';

const PATH = 'input.acceptsUntrusted';

export const inputNotAccepted: Contradiction = {
  type: 'requires_untrusted_input',
  path: PATH,
  effect: 'dismiss',
  justification: 'code_not_reachable',
  label: null,
  find: (value, { profile }) => {
    const field = profile.known(PATH);
    const kind = foldText(value ?? '').toLowerCase();
    if (field?.complete !== true || !Array.isArray(field.value) || !isInputKind(kind)) return undefined;
    return field.value.includes(kind) ? undefined : [citeField(profile, PATH)];
  },
};

/** A kind that the profile field does not define cannot be missing from its list. */
function isInputKind(kind: string): boolean {
  const field = kindOf(PATH);
  return kind !== 'none' && field.type === 'enum-list' && field.values.includes(kind);
}
