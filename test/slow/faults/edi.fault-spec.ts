import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Served } from '../cli/process';
import { eventually } from '../../setup/eventually';
import { FaultyDatabase, ROUNDS } from './database';
import { aFreePort } from './programs';

/** How many interchanges a round uploads, each with two messages of so many containers. */
const INTERCHANGES = 4;
const CONTAINERS = 60;
/** About how long a round takes, in milliseconds. */
const ABOUT_MS = 2_500;

interface Message {
  id: number;
  status: string;
  changes: { discharge_list_items: { created: number } };
}

describe('an inbox that is killed', () => {
  let database: FaultyDatabase;
  let served: Served;
  let env: Record<string, string>;
  let token: string;
  beforeAll(async () => {
    database = await FaultyDatabase.start();
    env = {
      DATABASE_URL: database.url,
      PORT: String(await aFreePort()),
      // what hangs is killed, however long that takes
      DATABASE_STATEMENT_TIMEOUT_MS: '600000',
    };
    served = await Served.start(env);
    token = await database.token(randomUUID());
    await setUp();
  });
  afterAll(async () => {
    await served?.stop();
    await database?.stop();
  });

  async function ask(method: string, path: string, body?: string, type = 'application/json') {
    const response = await fetch(`${served.base}/api/v1${path}`, {
      method,
      headers: { authorization: `Token token=${token}`, ...(body && { 'content-type': type }) },
      ...(body && { body }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  async function setUp(): Promise<void> {
    const post = (path: string, body: object) => ask('POST', path, JSON.stringify(body));
    await post('/ports', { locode: 'NLVLI' });
    const here = (await post('/terminals', { name: 'North Quay', port: 'NLVLI', smdg_code: 'NQ01' })) as {
      terminal: { id: number };
    };
    await post('/shipping_lines', { shipping_line: { code: 'WHA' } });
    await post('/container_types', { code: '20DV', iso_type_code: '22G1' });
    const partner = { name: 'Hub', edi_id: 'WHAHUB' };
    await post('/edi_partners', { ...partner, own_edi_id: 'NORTHQUAY' });
    await post('/edi_flows', {
      name: 'Lists',
      partner,
      direction: 'in',
      message: 'COPRAR',
      shipping_lines: ['WHA'],
    });
    await post('/vessels', { vessel: { name: 'Pioneer', imo: '9074729' } });
    const voyage = { vessel_name: 'Pioneer', discharge_destination_type: 'Terminal' };
    await post('/voyages', {
      voyage: { ...voyage, number: 'WP1', discharge_destination_id: here.terminal.id },
    });
  }

  /** Stands for the 60 seconds after which what a process had taken up belongs to nobody. */
  async function freeClaims(): Promise<void> {
    await database.query('UPDATE edi_messages SET claimed_until = NULL WHERE asked IS NOT NULL');
    await database.query(`UPDATE edi_interchanges SET claimed_until = NULL WHERE status = 'received'`);
  }

  const numberOf = (nth: number) => `WHAU${String(nth).padStart(7, '0')}`;
  const adding = (document: number, from: number) => [
    `BGM+43+D${document}+${document === 1 ? 9 : 2}`,
    `DTM+137:${new Date(1_790_000_000_000 + document * 60_000).toISOString().replace(/\D/g, '').slice(0, 12)}:203`,
    'TDT+20+WP1+1++WHA:172:20+++9074729:146',
    'NAD+CA+WHA',
    ...Array.from({ length: CONTAINERS }, (_, at) => [
      `EQD+CN+${numberOf(from + at)}+22G1+2+3+5`,
      'LOC+11+NLVLI',
    ]).flat(),
  ];

  /** Uploads an interchange of two messages that add containers to the list of the voyage. Returns its id. */
  async function upload(nth: number): Promise<number> {
    const messages = [1, 2].map((at) => {
      const document = 2 * nth + at;
      const segments = adding(document, document * CONTAINERS);
      return [`UNH+${at}+COPRAR:D:00B:UN`, ...segments, `UNT+${segments.length + 2}+${at}`];
    });
    const lines = [`UNB+UNOC:3+WHAHUB+NORTHQUAY+261126:0900+R${nth}`, ...messages.flat(), `UNZ+2+R${nth}`];
    const text = lines.map((line) => `${line}'`).join('\n');
    const { edi_interchange } = (await ask('POST', '/edi_interchanges', text, 'application/EDIFACT')) as {
      edi_interchange: { id: number };
    };
    return edi_interchange.id;
  }

  const messagesOf = async (interchange: number) =>
    (await ask('GET', `/edi_messages?edi_interchange=${interchange}`)).edi_messages as Message[];

  it('at any moment, has lost nothing of what it answered for, and applies each message once', async () => {
    const ids: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (let n = 0; n < INTERCHANGES; n++) ids.push(await upload(ids.length));
      await pause(Math.random() * ABOUT_MS);
      await served.kill();
      await freeClaims();
      served = await Served.start(env);
    }
    const messages: Message[] = [];
    for (const id of ids)
      messages.push(
        ...(await eventually(
          `interchange ${id} is worked at`,
          async () => {
            const found = await messagesOf(id);
            return found.length === 2 && found.every(({ status }) => status !== 'received') && found;
          },
          120_000,
        )),
      );
    console.log(`${messages.length} messages, killed ${ROUNDS} times`);
    for (const { status, changes } of messages)
      expect([status, changes.discharge_list_items.created]).toEqual(['applied', CONTAINERS]);
    const items = await database.query<{ items: number; containers: number }>(
      `SELECT count(*) AS items, count(DISTINCT i.container_id) AS containers
       FROM discharge_list_items i
       JOIN discharge_lists l ON l.organization_id = i.organization_id AND l.id = i.discharge_list_id
       WHERE l.name = 'WP1-WHA'`,
    );
    const all = messages.length * CONTAINERS;
    expect(items).toEqual([{ items: all, containers: all }]);
    const shown = await database.query<{ count: number }>(
      `SELECT count(*) FROM events
       WHERE type = 'edi_message.applied' AND subject_id IN (${messages.map(({ id }) => id).join()})`,
    );
    expect(shown).toEqual([{ count: messages.length }]);
  });

  it.each([
    ['interchange', 'edi_interchanges', 'BEFORE INSERT', `NEW.first_segment > 0`],
    ['message', 'edi_messages', 'BEFORE UPDATE', `NEW.status = 'applied' AND NEW.reference = '1'`],
  ])(
    'three times at the same %s refuses it, and those behind it go on',
    async (_what, table, when, condition) => {
      // whoever works at it hangs until the process is killed
      await database.query(`
      CREATE OR REPLACE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(3600); RETURN NEW; END $$`);
      const [{ last } = { last: 0 }] = await database.query<{ last: number }>(
        'SELECT coalesce(max(id), 0)::integer AS last FROM edi_interchanges',
      );
      await database.query(`
      CREATE TRIGGER hang ${when} ON edi_messages FOR EACH ROW
      WHEN (NEW.edi_interchange_id = ${last + 2} AND ${condition}) EXECUTE FUNCTION hang()`);
      await upload(last);
      const poison = await upload(last + 1);
      expect(poison).toBe(last + 2);
      const behind = await upload(last + 2);
      const [column, value] = table === 'edi_messages' ? ['edi_interchange_id', poison] : ['id', poison];
      for (let killed = 1; killed <= 3; killed++) {
        await eventually(
          `try ${killed} hangs`,
          async () => {
            const [row] = await database.query<{ tries: number }>(
              `SELECT max(tries) AS tries FROM ${table} WHERE ${column} = ${value}`,
            );
            const hanging = await database.query(
              `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = 'wharfinger'`,
            );
            return row!.tries === killed && hanging.length > 0;
          },
          120_000,
        );
        await served.kill();
        await database.endSessions();
        await freeClaims();
        served = await Served.start(env);
      }
      const ended = await eventually(
        'the interchanges are over',
        async () => {
          const read = await Promise.all(
            [poison, behind].map(async (id) => {
              const { edi_interchange } = await ask('GET', `/edi_interchanges/${id}`);
              return edi_interchange as { status: string; errors: { code: string }[] };
            }),
          );
          const messages = await Promise.all([poison, behind].map(messagesOf));
          const isOver = messages.flat().every(({ status }) => status !== 'received');
          return read.every(({ status }) => status !== 'received') && isOver && { read, messages };
        },
        120_000,
      );
      await database.query('DROP TRIGGER hang ON edi_messages');
      const { read, messages } = ended;
      if (table === 'edi_interchanges')
        expect(read[0]).toMatchObject({ status: 'refused', errors: [{ code: 'failed' }] });
      else expect(messages[0]!.map(({ status }) => status)).toContain('refused');
      expect(read[1]!.status).toBe('read');
      expect(messages[1]!.map(({ status }) => status)).toEqual(['applied', 'applied']);
    },
  );
});
