import { Served } from '../slow/cli/process';
import type { Client } from './client';
import { databaseUrl } from './database';
import { PATIENT, Service } from './service';

/** The built service as a process of its own on a database, for clients of organizations that are there. */
export class Elsewhere {
  private constructor(
    private readonly served: Served,
    private readonly here: Service,
  ) {}

  /** Starts it on the database of a service of this process. */
  static async beside(here: Service): Promise<Elsewhere> {
    const served = await Served.start({ DATABASE_URL: databaseUrl(here.database), ...PATIENT });
    return new Elsewhere(served, here);
  }

  /** The same client, asking there. */
  clientOf(client: Client): Client {
    const { here, served } = this;
    const app = { inject: (request: Request) => ask(served.base, request) };
    const there = { app, conformance: here.conformance } as unknown as Service;
    return here.clientOf(client, there);
  }

  async stop(): Promise<void> {
    await this.served.stop();
  }
}

interface Request {
  method: string;
  url: string;
  payload?: string;
  headers: Record<string, string>;
}

/** What `inject` answers, over the network. */
async function ask(base: string, { method, url, payload, headers }: Request) {
  const answer = await fetch(`${base}${url}`, { method, headers, body: payload });
  return {
    statusCode: answer.status,
    body: await answer.text(),
    headers: Object.fromEntries(answer.headers),
  };
}
