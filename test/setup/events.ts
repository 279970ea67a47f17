import type { Client } from './client';
import { eventually } from './eventually';

/** Whoever follows the feed of an organization: what was read, and where it goes on. */
export class Follower {
  readonly events: any[] = [];
  private next: string;

  constructor(
    private readonly client: Client,
    query = '',
  ) {
    this.next = `/events?${query}`;
  }

  /** Reads on to the end of the feed, as it is now. */
  async read(): Promise<any[]> {
    for (;;) {
      const { status, body } = await this.client.get(this.next);
      if (status !== 200) throw new Error(`${this.next}: ${status} ${JSON.stringify(body)}`);
      const { pathname, search } = new URL(body.actions.next.url);
      this.next = `${pathname}${search}`.replace('/api/v1', '');
      // what the page alone tells of an event
      this.events.push(...body.events.map(({ previous_id: _, ...event }: Record<string, unknown>) => event));
      if (!body.events.length) return this.events;
    }
  }

  /** Reads on until an event of this type is there, and returns the last one. */
  find(type: string): Promise<any> {
    return eventually(type, async () => (await this.read()).findLast((event) => event.type === type));
  }
}

/** The last event of a type in the feed of an organization, once it is there. */
export function eventOf(client: Client, type: string): Promise<any> {
  return new Follower(client).find(type);
}

/** Waits until all events that were written are published. */
export function allPublished({ service }: Client): Promise<unknown> {
  return eventually('all events', async () => {
    const [written] = await service.query<{ count: number }>('SELECT count(*) FROM events_written');
    return written!.count === 0;
  });
}
