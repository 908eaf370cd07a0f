/** Whether a document describes an image. Many are uploaded without the image name, but state it themselves. */
import type { SpeakingSbom } from '../../store/findings/published-inputs.ts';

export function isBuilt({ image, traits }: Pick<SpeakingSbom, 'image' | 'traits'>): boolean {
  return image !== null || traits?.isContainer === true;
}
