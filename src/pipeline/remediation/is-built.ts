/** Whether a document is of an image. Many send it without the name of the image, and it says so itself. */
import type { SpeakingSbom } from '../../store/findings/published-inputs.ts';

export function isBuilt({ image, traits }: Pick<SpeakingSbom, 'image' | 'traits'>): boolean {
  return image !== null || traits?.isContainer === true;
}
