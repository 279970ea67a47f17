import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a client thinks after a 503 before it comes again, in milliseconds. */
const AGAIN_MS = 20;

let made = 0;

/** Clients that write and read in turn, each waiting for its answer, and what became of their requests. */
export class Load {
  /** How many answers had each status; what never became an answer counts under its error. */
  readonly answers: Record<string, number> = {};
  /** The names of the records that the service said it made. */
  readonly acknowledged: string[] = [];
  /** The longest that a client waited, in milliseconds. */
  longest = 0;
  /** When answers of success came, as `performance.now()` tells the time. */
  private readonly successes: number[] = [];
  private readonly agent: Agent;
  private readonly running: Promise<void>[];
  private greeted = 0;
  private over = false;

  constructor(
    private readonly base: () => string,
    private readonly token: string,
    clients: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: clients });
    this.running = Array.from({ length: clients }, () => this.client());
  }

  /**
   * Waits until each client has had an answer, and measures from then on. (Node takes one new connection in each turn
   * of its loop: how long the last of many waits for that tells of the machine.)
   */
  async connected(): Promise<void> {
    while (this.greeted < this.running.length) await pause(AGAIN_MS);
    this.longest = 0;
  }

  /** Ends the clients after their last answers. */
  async stop(): Promise<this> {
    this.over = true;
    await Promise.all(this.running);
    this.agent.destroy();
    return this;
  }

  /** How many milliseconds after a moment the first request succeeded; Infinity when none did. */
  backAfter(moment: number): number {
    return Math.min(...this.successes.filter((at) => at > moment)) - moment;
  }

  /** Waits until a request succeeds that was answered after now. */
  async untilBack(limit: number): Promise<void> {
    const from = performance.now();
    while (this.backAfter(from) === Infinity && performance.now() < from + limit) await pause(AGAIN_MS);
  }

  /** What was answered other than success, refusal or 503. */
  get others(): string[] {
    return Object.keys(this.answers).filter((status) => !/^([24]..|503)$/.test(status));
  }

  private async client(): Promise<void> {
    for (let turn = 0; !this.over; turn++) {
      const name = turn % 2 ? undefined : `record ${++made}`;
      const from = performance.now();
      const outcome = await this.send(name);
      if (!turn) this.greeted++;
      this.longest = Math.max(this.longest, performance.now() - from);
      this.answers[outcome] = (this.answers[outcome] ?? 0) + 1;
      if (outcome.startsWith('2')) this.successes.push(performance.now());
      if (outcome === '201') this.acknowledged.push(name!);
      if (!outcome.startsWith('2')) await pause(AGAIN_MS);
    }
  }

  private send(name?: string): Promise<string> {
    return new Promise((resolve) => {
      const sent = request(
        `${this.base()}/api/v1/freight_forwarders`,
        {
          agent: this.agent,
          method: name ? 'POST' : 'GET',
          headers: { authorization: `Token token=${this.token}`, 'content-type': 'application/json' },
        },
        (answer) => {
          answer.resume();
          answer.once('error', (error: NodeJS.ErrnoException) => resolve(`cut ${error.code}`));
          answer.once('end', () => resolve(String(answer.statusCode)));
        },
      );
      sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      sent.end(name && JSON.stringify({ name }));
    });
  }
}
