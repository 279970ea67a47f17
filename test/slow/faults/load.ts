import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../setup/eventually';
import type { FaultyDatabase } from './database';

/** How long a client thinks after a 503 before it comes again, in milliseconds. */
const AGAIN_MS = 20;

/** Each write is a pre-advice with so many purposes: all of its rows are there, or none. */
const PURPOSES = 3;

/** What became of a load. */
export interface Figures {
  /** How many answers had each status; what never became an answer counts under its error. */
  answers: Record<string, number>;
  acknowledged: number;
  /** How many acknowledged writes are not there, and how many writes are there in part. */
  lost: number;
  half: number;
  /** The longest that a client waited, in milliseconds. */
  longest: number;
}

let made = 0;

/** Clients that write and read in turn, each waiting for its answer, and what became of their requests. */
export class Load {
  readonly answers: Record<string, number> = {};
  longest = 0;
  /** The numbers of the records that the service reported as made. */
  private readonly acknowledged: string[] = [];
  /** When answers of success came, as `performance.now()` tells the time. */
  private readonly successes: number[] = [];
  private readonly agent: Agent;
  private readonly running: Promise<void>[];
  private static readonly all = new Set<Load>();
  private greeted = 0;
  private over = false;

  /** @param base where the service is, whenever a request is sent */
  constructor(
    private readonly base: () => string,
    private readonly token: string,
    clients: number,
  ) {
    Load.all.add(this);
    this.agent = new Agent({ keepAlive: true, maxSockets: clients });
    this.running = Array.from({ length: clients }, () => this.client());
  }

  /**
   * Waits until each client has had an answer, and measures from then on. (Node takes one new connection in each turn
   * of its loop: how long the last of many waits for that tells of the machine.)
   */
  async connected(): Promise<this> {
    while (this.greeted < this.running.length) await pause(AGAIN_MS);
    this.longest = 0;
    return this;
  }

  /** Waits until so many more writes are acknowledged. */
  async writes(more: number): Promise<void> {
    const enough = this.acknowledged.length + more;
    await eventually(`${more} more writes`, () => this.acknowledged.length >= enough, 60_000);
  }

  /** How many milliseconds after a moment the first request succeeded; it is waited for. */
  backAfter(moment: number): Promise<number> {
    return eventually('an answer of success', () => {
      const first = this.successes.find((at) => at > moment);
      return first !== undefined && first - moment;
    });
  }

  /** Ends whatever a test that failed has left running. */
  static endAll(): void {
    for (const load of Load.all) load.over = true;
  }

  /** Ends the clients after their last answers, and looks what became of their writes. */
  async stop(database: FaultyDatabase): Promise<Figures> {
    this.over = true;
    await Promise.all(this.running);
    this.agent.destroy();
    const [found] = await database.query<{ lost: number; half: number }>(
      `SELECT
         (SELECT count(*)::int FROM unnest($1::text[]) n
          WHERE NOT EXISTS (SELECT FROM pre_advices WHERE advice_number = n)) AS lost,
         (SELECT count(*)::int FROM pre_advices a WHERE advice_number LIKE 'FAULT-%' AND $2 <>
           (SELECT count(*) FROM purposes p WHERE p.organization_id = a.organization_id AND p.pre_advice_id = a.id)) AS half`,
      [this.acknowledged, PURPOSES],
    );
    const { answers, acknowledged, longest } = this;
    return { answers, acknowledged: acknowledged.length, longest: Math.round(longest), ...found! };
  }

  private async client(): Promise<void> {
    let number = '';
    for (let turn = 0; !this.over; turn++) {
      const writes = turn % 2 === 0;
      if (writes) number = `FAULT-${++made}`;
      const from = performance.now();
      const outcome = await this.send(number, writes);
      if (!turn) this.greeted++;
      this.longest = Math.max(this.longest, performance.now() - from);
      this.answers[outcome] = (this.answers[outcome] ?? 0) + 1;
      if (outcome.startsWith('2')) this.successes.push(performance.now());
      if (outcome === '201') this.acknowledged.push(number);
      if (!outcome.startsWith('2')) await pause(AGAIN_MS);
    }
  }

  /** Makes a record of this number, or reads it. */
  private send(advice_number: string, writes: boolean): Promise<string> {
    const purpose = { purpose_type: 'drop off', cargo: { cargo_type: 'general cargo' } };
    const body = { advice_number, purposes: Array(PURPOSES).fill(purpose) as object[] };
    return new Promise((resolve) => {
      const sent = request(
        `${this.base()}/api/v1/pre_advices${writes ? '' : `/${advice_number}`}`,
        {
          agent: this.agent,
          method: writes ? 'POST' : 'GET',
          headers: { authorization: `Token token=${this.token}`, 'content-type': 'application/json' },
        },
        (answer) => {
          answer.resume();
          answer.once('error', (error: NodeJS.ErrnoException) => resolve(`cut ${error.code}`));
          answer.once('end', () => resolve(String(answer.statusCode)));
        },
      );
      sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      sent.end(writes ? JSON.stringify(body) : undefined);
    });
  }
}

/** What was answered other than success, refusal or 503. */
export function others(answers: Figures['answers']): string[] {
  return Object.keys(answers).filter((status) => !/^([24]..|503)$/.test(status));
}
