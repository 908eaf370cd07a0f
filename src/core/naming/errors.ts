import { defineError, quote } from '../errors.ts';
import { LIMITS } from '../limits.ts';

export const NAME_INVALID = defineError<{ what: string; name: string; problem: string }>(
  'NAME_INVALID',
  ({ what, name, problem }) => `The ${what} ${quote(name)} ${problem}.`,
);

export const IMAGE_INVALID = defineError<{ image: string; problem: string }>(
  'IMAGE_INVALID',
  ({ image, problem }) =>
    `The image ${image === '' ? 'parameter' : quote(image)} ${problem}. Send [registry[:port]/]path[:tag][@algorithm:hex], at most ${LIMITS.imageCharactersMax} characters, or leave it out.`,
);
