import { Injectable, OnModuleDestroy } from '@nestjs/common';
import { join } from 'node:path';
import type Piscina from 'piscina';
import { HOME } from '../../common/home';
import type { InvoiceDocument } from './invoice-document';

/** Drawing keeps its thread busy for up to seconds, so it has threads of its own, which begin at the first PDF. */
const THREADS = { minThreads: 0, maxThreads: 2, idleTimeout: 10_000, maxQueue: 200 };

/** The compiled file, because a thread does not read TypeScript. */
const FILE = join(HOME, 'dist/src/billing/documents/draw-invoice.js');

/** Draws invoices in threads beside that of requests, two at once. */
@Injectable()
export class PdfThreads implements OnModuleDestroy {
  private threads?: Promise<Piscina>;

  /** The PDF of a document. */
  async draw(document: InvoiceDocument): Promise<Buffer> {
    this.threads ??= import('piscina').then(
      ({ default: Threads }) => new Threads({ ...THREADS, filename: FILE }),
    );
    const bytes = (await (await this.threads).run(document)) as Uint8Array;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  async onModuleDestroy(): Promise<void> {
    await (await this.threads)?.destroy();
  }
}
