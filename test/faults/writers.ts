import type { Stand } from './stand';

/** Each write is a pre-advice with so many purposes: all of its rows are there, or none. */
const PURPOSES = 3;

/** Clients that write one record after the other, and remember what was acknowledged. */
export class Writers {
  /** The numbers of the pre-advices that were answered with 201. */
  readonly acknowledged: string[] = [];
  /** How many requests were answered with each status; `none` had no answer. */
  readonly answers: Record<string, number> = {};
  /** The longest that a request took, in milliseconds. */
  longest = 0;
  private sent = 0;
  private running = true;
  private readonly done: Promise<unknown>;
  private waiting: { count: number; resolve: () => void }[] = [];

  constructor(
    private readonly stand: Stand,
    clients: number,
  ) {
    this.done = Promise.all(Array.from({ length: clients }, () => this.write()));
  }

  /** Resolves when so many more writes were acknowledged; rejects after a minute. */
  async acknowledge(more: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => reject(new Error(`Nothing is written: ${JSON.stringify(this.answers)}`));
      const timer = setTimeout(giveUp, 60_000).unref();
      this.waiting.push({
        count: this.acknowledged.length + more,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      });
    });
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.done;
  }

  /** How many acknowledged writes are not there, and how many writes are there in part. */
  async damage(): Promise<{ lost: number; half: number }> {
    const [lost] = await this.stand.query<{ count: number }>(
      `SELECT count(*)::int FROM unnest($1::text[]) AS number
       WHERE NOT EXISTS (SELECT FROM pre_advices WHERE advice_number = number)`,
      [this.acknowledged],
    );
    const [half] = await this.stand.query<{ count: number }>(
      `SELECT count(*)::int FROM pre_advices a WHERE advice_number LIKE 'FAULT-%' AND $1 <>
         (SELECT count(*) FROM purposes p WHERE p.organization_id = a.organization_id AND p.pre_advice_id = a.id)`,
      [PURPOSES],
    );
    return { lost: lost!.count, half: half!.count };
  }

  private async write(): Promise<void> {
    while (this.running) {
      const advice_number = `FAULT-${++this.sent}`;
      const status = await this.post(advice_number);
      this.answers[status] = (this.answers[status] ?? 0) + 1;
      if (status !== '201') continue;
      this.acknowledged.push(advice_number);
      const reached = this.waiting.filter(({ count }) => this.acknowledged.length >= count);
      this.waiting = this.waiting.filter((each) => !reached.includes(each));
      for (const { resolve } of reached) resolve();
    }
  }

  private async post(advice_number: string): Promise<string> {
    const { base } = await this.stand.service;
    const purpose = { purpose_type: 'drop off', cargo: { cargo_type: 'general cargo' } };
    const begin = performance.now();
    try {
      const response = await fetch(`${base}/api/v1/pre_advices`, {
        method: 'POST',
        headers: { authorization: `Token ${this.stand.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ advice_number, purposes: Array(PURPOSES).fill(purpose) }),
      });
      await response.text();
      return String(response.status);
    } catch {
      return 'none';
    } finally {
      this.longest = Math.max(this.longest, performance.now() - begin);
    }
  }
}
