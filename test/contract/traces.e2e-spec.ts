import { buildDocument } from '../../src/document';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { CALLS } from './example-calls';
import { demoClient, play } from './play';
import { type Paths, setupCalls, setUpKinds } from './setup-calls';

/** Operations that change nothing which is traced. */
const UNTRACED: Record<string, string> = {
  'POST /api/v1/events/stream_tickets': 'a ticket is of a minute, and what it opens only reads',
};

/** Operations that leave a trace and are no event: they have events told again, or one that did not happen. */
const UNTOLD = [
  'POST /api/v1/webhook_endpoints/{id}/test',
  'POST /api/v1/webhook_endpoints/{id}/replay',
  'POST /api/v1/webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver',
];

/** What one request left behind. */
interface Left {
  request: string;
  operations: string[];
  events: number;
}

describe('every operation that writes', () => {
  const service = useService({});
  const left = new Map<string, Left[]>();
  let client: Client;
  let writing: string[];
  let setUp: Set<string>;

  beforeAll(async () => {
    const { paths } = buildDocument(service.current.app);
    writing = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).flatMap((verb) => (verb === 'get' ? [] : `${verb.toUpperCase()} ${path}`)),
    );
    setUp = new Set(setUpKinds(paths as Paths));
    client = await demoClient(service.current);
    await play(client, [...CALLS, ...setupCalls(paths as Paths)], async (method, path, body) => {
      const request_id = `call-${left.size}-${Math.random()}`;
      const answer = await client.send(method, path, body, { 'x-request-id': request_id });
      if (method === 'GET') return answer;
      const [verb, template] = service.current.conformance.operation(method, path).split(' ');
      const row = `${verb!.toUpperCase()} ${template}`;
      const request = `${method} ${path} ${JSON.stringify(body)}`;
      left.set(row, [...(left.get(row) ?? []), { request, ...(await leftBy(request_id)) }]);
      return answer;
    });
  }, 300_000);

  async function leftBy(request_id: string): Promise<Omit<Left, 'request'>> {
    const [row] = await service.current.query<{ operations: string[] | null; events: number }>(
      `SELECT (SELECT array_agg(DISTINCT operation) FROM audit_entries
           WHERE request_id = $1 AND organization_id = $2 AND user_id = $3) AS operations,
         (SELECT count(*)::integer FROM (
           SELECT FROM events_written WHERE request_id = $1 AND user_id = $3
           UNION ALL SELECT FROM events WHERE request_id = $1 AND user_id = $3) e) AS events`,
      [request_id, client.organization_id, client.user_id],
    );
    return { operations: row!.operations ?? [], events: row!.events };
  }

  it('is tried', () => {
    const tried = (row: string) => left.has(row) || row in UNTRACED;
    expect(writing.filter((row) => !tried(row))).toEqual([]);
  });

  it('leaves a trace, by its own name', () => {
    const wrong = [...left].filter(([row, all]) => {
      const name = row.replace(/\{(\w+)\}/g, ':$1').replace(/^(PUT|PATCH)/, '(PUT|PATCH)');
      const own = all
        .flatMap(({ operations }) => operations)
        .map((each) => new RegExp(`^${name}$`).test(each));
      return own.includes(false) || (own.length === 0 && !(row in UNTRACED) && !repeats(row));
    });
    expect(wrong).toEqual([]);
  });

  it('is told of whenever it leaves one, and then alone', () => {
    const wrong = [...left]
      .flatMap(([row, all]) => (UNTOLD.includes(row) ? [] : all))
      .filter(({ operations, events }) => !operations.length !== !events);
    expect(wrong).toEqual([]);
  });

  /** The update of a set-up kind is played with what is stored already; they all have the same code. */
  const repeats = (row: string) => row.startsWith('PATCH ') && setUp.has(row.split('/')[3]!);
});
