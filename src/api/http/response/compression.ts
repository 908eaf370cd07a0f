/**
 * Compresses responses to reads. Others are small, and may contain a secret beside text of the sender, whose compressed length would
 * reveal parts of it.
 */
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

export async function addCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('GET')) route.compress = false;
  });
  // Bodies of requests are unpacked by the routes that take them, with limits.
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'] });
}
