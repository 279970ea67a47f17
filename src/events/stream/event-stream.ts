import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { StreamPass } from '../../common/auth/tickets.service';
import type { EventFilter } from '../feed/event.dto';
import type { Slice } from '../feed/feed.service';

/** How many bytes are given to the socket at a time: a reader that takes any of them goes on. */
const PIECE_BYTES = 16 * 1024;

/** What a stream is opened with. */
export interface StreamRequest extends StreamPass {
  filter: EventFilter;
  /** Behind which event it begins. */
  after: number;
}

/**
 * One open stream. It holds no more than the event that is being sent: the next ones are read when the socket has taken
 * it, so that catching up goes as fast as the reader, and a slow reader costs nothing.
 */
export class EventStream {
  /** Behind which event it goes on. */
  after: number;
  private wanted = false;
  private running = false;
  private waiting = false;
  /** Whether only a part of an event was written yet. */
  private isAmid = false;

  constructor(
    readonly request: StreamRequest,
    private readonly response: ServerResponse,
    private readonly read: (request: StreamRequest, after: number) => Promise<Slice>,
    /** How long a reader may take nothing before it is cut off, in milliseconds. */
    private readonly patience: number,
  ) {
    this.after = request.after;
  }

  /** Sends what there is. */
  wake(): void {
    this.wanted = true;
    if (!this.running) void this.run();
  }

  /**
   * Says that the stream is alive, and where a reader that is cut off goes on, unless the reader is busy with an event.
   * An id without data is no event to an EventSource, but its Last-Event-ID.
   */
  comment(): void {
    if (!this.waiting && this.isOpen) this.response.write(`:\nid: ${this.after}\n\n`);
  }

  /**
   * Ends the stream; the reader is to come again after some milliseconds. In the middle of an event nothing more is
   * said: it would be taken for the rest of that, and the event for received.
   */
  end(retry?: number): void {
    this.response.end(retry === undefined || this.isAmid ? undefined : `retry: ${retry}\n\n`);
  }

  private async run(): Promise<void> {
    this.running = true;
    try {
      while (this.wanted && this.isOpen) {
        this.wanted = false;
        const { events, after, isLast } = await this.read(this.request, this.after);
        for (const event of events) await this.send(event);
        this.after = after;
        this.wanted ||= !isLast;
      }
    } catch {
      // what was read before was sent; a reader that comes again goes on from there
      if (this.isOpen) this.end();
    } finally {
      this.running = false;
    }
  }

  private get isOpen(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  private async send(event: string): Promise<void> {
    const { id, type } = JSON.parse(event) as { id: number; type: string };
    const bytes = Buffer.from(`id: ${id}\nevent: ${type}\ndata: ${event.replaceAll('\n', ' ')}\n\n`);
    for (let from = 0; from < bytes.length && this.isOpen; from += PIECE_BYTES) {
      const isTaken = this.response.write(bytes.subarray(from, from + PIECE_BYTES));
      this.isAmid = from + PIECE_BYTES < bytes.length;
      if (!isTaken) await this.taken();
    }
  }

  /** Waits until the socket has taken what it was given; a reader that takes nothing is cut off. */
  private async taken(): Promise<void> {
    this.waiting = true;
    const stuck = setTimeout(() => this.response.destroy(), this.patience);
    const over = new AbortController();
    const { signal } = over;
    try {
      await Promise.race([
        once(this.response, 'drain', { signal }),
        once(this.response, 'close', { signal }),
      ]);
    } finally {
      over.abort();
      clearTimeout(stuck);
      this.waiting = false;
    }
  }
}
