/**
 * Clients that upload continuously, and their ledger: the acknowledged uploads, and those without a response, which are sent
 * again as real clients do. The document of the n-th upload depends only on the seed and n.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { aNumberedDocument, anIncompressibleDocument, withNumber } from '../support/distinct-documents.ts';
import { createRandom } from '../support/seeded-random.ts';
import { upload, type UploadedDocument } from '../support/upload.ts';

const CLIENTS = 8;
/**
 * Every fifth document is large: its bytes take a while to arrive, and most are stored in several chunks. Their size does not
 * come from components, because the tests wait for the analysis of every document.
 */
const ORDINARY = [2_000, 8_000, 20_000, 60_000, 250_000].map(aNumberedDocument);
const LARGE = [aNumberedDocument(600_000), ...[1_200_000, 3_000_000].map(anIncompressibleDocument)];

export interface Acknowledged {
  readonly document: Omit<UploadedDocument, 'body'>;
  readonly id: string;
  readonly sha256: string;
}

export class UploadLedger {
  /** By upload number. */
  readonly acknowledged = new Map<number, Acknowledged>();
  /** Responses that no client should ever see, whichever process was killed. */
  readonly surprises: string[] = [];
  readonly #seed: number;
  readonly #token: string;
  readonly #unanswered: number[] = [];
  #sent = 0;

  constructor(seed: number, token: string) {
    this.#seed = seed;
    this.#token = token;
  }

  /** The number of different documents that were sent at least once. */
  get sent(): number {
    return this.#sent;
  }

  /** Uploads until the signal, then waits until the running uploads have succeeded or failed. */
  async uploadUntil(signal: AbortSignal, url: string): Promise<void> {
    const client = async (): Promise<void> => {
      while (!signal.aborted) await this.#uploadOne(url, this.#unanswered.shift() ?? this.#sent++);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  /** Sends the uploads without a response again, until all of them have one. */
  async settle(url: string): Promise<void> {
    for (let n = this.#unanswered.shift(); n !== undefined; n = this.#unanswered.shift()) await this.#uploadOne(url, n);
  }

  async #uploadOne(url: string, n: number): Promise<void> {
    const document = this.#documentOf(n);
    const outcome = await upload(url, this.#token, document);
    if (outcome.kind === 'stored') {
      const { body, ...rest } = document;
      const sha256 = createHash('sha256').update(body).digest('hex');
      if (outcome.receipt.sha256 !== sha256) this.surprises.push(`upload ${n}: answered with another SHA-256`);
      this.acknowledged.set(n, { document: rest, id: outcome.receipt.id, sha256 });
      return;
    }
    this.#unanswered.push(n);
    if (outcome.kind === 'refused' && outcome.status !== 503)
      this.surprises.push(`upload ${n}: ${outcome.status} ${outcome.text}`);
    await delay(50);
  }

  #documentOf(n: number): UploadedDocument {
    const random = createRandom(this.#seed + n * 7_919);
    const templates = random.chance(0.2) ? LARGE : ORDINARY;
    const template = templates[random.between(0, templates.length - 1)];
    if (template === undefined) throw new Error('There is no template of that number.');
    return {
      service: `service-${random.between(0, 4)}`,
      // Every fifth upload adds a document to a version that other uploads also add to.
      version: random.chance(0.2) ? `shared-${Math.floor(n / 64)}` : `version-${n}`,
      slot: `slot-${n}`,
      gzip: random.chance(0.25),
      body: withNumber(template, n),
    };
  }
}
