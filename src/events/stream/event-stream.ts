import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { StreamPass } from '../../common/auth/tickets.service';
import type { EventFilter } from '../feed/event.dto';
import type { Slice } from '../feed/feed.service';

/** The bytes per write to the socket. A reader is alive while it takes any of them. */
const PIECE_BYTES = 16 * 1024;

/** The request that opened a stream. */
export interface StreamRequest extends StreamPass {
  filter: EventFilter;
  /** The id after which it begins. */
  after: number;
}

/**
 * One open stream. It buffers only the event that is being sent and reads on when the socket has drained, so that
 * catching up is as fast as the reader, and a slow reader needs no memory.
 */
export class EventStream {
  /** The cursor: the id after which it continues. */
  after: number;
  private wanted = false;
  private running = false;
  private waiting = false;
  /** Whether an event is only partly written. */
  private isAmid = false;

  constructor(
    readonly request: StreamRequest,
    private readonly response: ServerResponse,
    private readonly read: (request: StreamRequest, after: number) => Promise<Slice>,
    /** How long a reader may take nothing before it is disconnected, in milliseconds. */
    private readonly patience: number,
  ) {
    this.after = request.after;
  }

  /** Sends all new events. */
  wake(): void {
    this.wanted = true;
    if (!this.running) void this.run();
  }

  /**
   * Sends a keep-alive with the cursor as id, unless an event waits for the socket. An EventSource takes an id without
   * data for its Last-Event-ID, but not for an event.
   */
  comment(): void {
    if (!this.waiting && this.isOpen) this.response.write(`:\nid: ${this.after}\n\n`);
  }

  /**
   * Ends the stream; the reader should reconnect after `retry` milliseconds. In the middle of an event it sends
   * nothing, because the client would take it for the rest of the event.
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
      // All events up to the failure were sent, so a reader that reconnects continues there.
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

  /** Waits until the socket drains. Disconnects a reader that takes nothing. */
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
