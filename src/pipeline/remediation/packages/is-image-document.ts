/** Whether a document describes an image. Many are uploaded without the image name, but state it themselves. */
import type { EffectiveSbom } from '../../../store/findings/publication/published-inputs.ts';

export function isImageDocument({ image, traits }: Pick<EffectiveSbom, 'image' | 'traits'>): boolean {
  return image !== null || traits?.isContainer === true;
}
