import { Injectable, OnModuleDestroy } from '@nestjs/common';
import type Piscina from 'piscina';
import { FairTurns } from '../fair-turns';

/** The most documents that are made at once. */
const MOST_DOCUMENTS = 2;

/**
 * How much the threads are below that of requests for the system, because two that draw take both processors of a small machine.
 * Other systems than Linux would lower the whole process.
 */
const NICER = process.platform === 'linux' ? 10 : 0;

/** A document keeps its thread busy for up to seconds, so that they have threads of their own, which begin at the first. */
const THREADS = { minThreads: 0, maxThreads: MOST_DOCUMENTS, idleTimeout: 10_000, niceIncrement: NICER };

/** What a thread runs: a compiled file, because a thread does not read TypeScript, and its function, the default one unless named. */
interface Maker {
  filename: string;
  name?: string;
}

/** Makes documents in threads beside that of requests, two at once, in turns of the organizations. */
@Injectable()
export class DocumentThreads implements OnModuleDestroy {
  private readonly turns = new FairTurns({ most: MOST_DOCUMENTS, ofOrganization: MOST_DOCUMENTS });
  private threads?: Promise<Piscina>;

  /**
   * Reads and makes a document when its turn comes.
   * @param work is given the signal that ends it
   * @throws Unavailable when too many documents of the organization wait, and as `work` does
   */
  inTurn<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.turns.run(work);
  }

  /**
   * The bytes of a drawn document.
   * @param signal ends the drawing when it aborts
   * @throws AbortError when it was ended
   */
  async draw(maker: Maker, document: object, signal: AbortSignal): Promise<Buffer> {
    const { buffer, byteOffset, byteLength } = (await this.run(maker, document, signal)) as Uint8Array;
    // without a copy
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  /** What a thread makes of a document. Throws as `draw` does. */
  async run(maker: Maker, document: object, signal: AbortSignal): Promise<unknown> {
    this.threads ??= import('piscina').then(({ default: Threads }) => new Threads(THREADS));
    return (await this.threads).run(document, { ...maker, signal });
  }

  async onModuleDestroy(): Promise<void> {
    await (await this.threads)?.destroy();
  }
}
