import { ImportWorker } from '../../src/transfer/imports/import-worker.service';
import { transferKinds } from '../../src/transfer/kinds';
import { exportFiles } from '../factories/transfer';
import type { Answer, Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { useService } from '../setup/service';

describe('imports', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const send = (query: string, body: string | Buffer, type = 'text/csv', of = client): Promise<Answer> =>
    of.send('POST', `/imports?${query}`, body, { 'content-type': type });

  /** Shows an import when it is over. */
  const over = ({ body }: Answer, of = client): Promise<Answer['body']> =>
    eventually('the import is over', async () => {
      const shown = (await of.get(`/imports/${body.import.id}`)).body.import;
      if (shown.finished_at) return shown;
      service.current.app.get(ImportWorker).wake();
    });

  const plates = async (of = client) =>
    (await of.get('/trucks')).body.trucks.map((truck: { license_plate: string }) => truck.license_plate);
  const partsOf = async ({ organization_id }: Client) =>
    service.current.query(`SELECT number FROM import_parts WHERE organization_id = $1`, [organization_id]);

  it('takes a file, works it off beside requests, and tells what came of it', async () => {
    const taken = await send('file_name=trucks.csv', '\ufefflicense_plate;remark\r\nTS-1;a\r\nTS-2;b\r\n');
    expect([taken.status, taken.body.import]).toMatchObject([
      202,
      {
        kind: 'trucks',
        format: 'csv',
        file_name: 'trucks.csv',
        dry_run: false,
        size: 41,
        user: { id: client.user_id },
      },
    ]);
    expect(await over(taken)).toMatchObject({
      status: 'completed',
      lines: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      bytes_read: 41,
      findings: [],
      warnings: ['trucks.csv: remark was left out: trucks have no such field.'],
      failure: null,
    });
    expect(await plates()).toEqual(['TS-1', 'TS-2']);
    expect(await partsOf(client)).toEqual([]);

    const objects =
      '{"license_plate":"TS-1"}\n{"license_plate":"TS-2","active":false}\n{"license_plate":"TS-3"}\n';
    const again = await over(await send('kind=trucks', objects, 'application/x-ndjson'));
    expect(again).toMatchObject({ format: 'ndjson', lines: 3, created: 1, updated: 1, unchanged: 1 });
    const { audit_entries } = (await client.get('/audit_entries?record_type=trucks')).body;
    expect(audit_entries[0]).toMatchObject({ user: { id: client.user_id }, operation: 'an import' });
    const { imports } = (await client.get('/imports?status=completed&kind=trucks')).body;
    expect(imports.map(({ id }: { id: number }) => id)).toEqual([taken.body.import.id, again.id]);
  });

  it('keeps nothing of a file with a bad line, and tells what is wrong with a whole column once', async () => {
    const lines = Array.from({ length: 61 }, (_, at) => `P${at},Port ${at}\n`);
    const failed = await over(
      await send('file_name=ports.csv', `locode,name\nNLRTM,Rotterdam\n${lines.join('')}`),
    );
    expect(failed).toMatchObject({
      status: 'failed',
      failure: '61 lines are bad: nothing was kept.',
      created: 0,
      findings: [
        { line: 3, field: 'locode', reason: 'must be 5 characters, such as NLRTM', lines: 61, last_line: 63 },
      ],
      more_findings: 0,
    });
    expect((await client.get('/ports')).body.ports).toEqual([]);
    const names = Array.from(
      { length: 250 },
      (_, at) => `{"license_plate":"TS-${at}","trucking_company":"C${at}"}\n`,
    );
    const many = await over(await send('kind=trucks', names.join(''), 'application/x-ndjson'));
    expect([many.findings.length, many.more_findings]).toEqual([200, 50]);
    expect(await partsOf(client)).toEqual([]);
  });

  it('keeps nothing of a dry run, nor of an unknown column by strict', async () => {
    const dry = await over(await send('file_name=trucks.csv&dry_run=true', 'license_plate\nTS-1\n'));
    expect(dry).toMatchObject({ status: 'completed', dry_run: true, created: 1 });
    const strict = await over(
      await send('file_name=trucks.csv&strict=true', 'license_plate,trucking_company.name\nTS-1,A\n'),
    );
    expect(strict).toMatchObject({
      status: 'failed',
      failure: '1 field would be left out: nothing was kept.',
      warnings: [
        'trucks.csv: trucking_company.name was left out: trucks have no such field, the nearest is trucking_company.',
      ],
    });
    expect(await plates()).toEqual([]);
  });

  it.each([
    [
      'a body of another type',
      () => client.post('/imports?kind=trucks', {}),
      415,
      /as Content-Type: text\/csv or/,
    ],
    [
      'a table elsewhere',
      () => client.send('POST', '/trucks', 'a', { 'content-type': 'text/csv' }),
      415,
      /must be JSON/,
    ],
    ['no body', () => send('kind=trucks', ''), 422, /^The body is empty/],
    ['no kind', () => send('', 'a\n'), 422, /^Name the kind of the records/],
    [
      'an unknown kind',
      () => send('file_name=truck.csv', 'a\n'),
      422,
      /called 'truck': the nearest is truck/,
    ],
    [
      'a token that writes',
      () => send('kind=trucks', 'a\n', 'text/csv', client.as('write')),
      403,
      /of the role admin/,
    ],
    ['an id of no import', () => client.get('/imports/7'), 404, /^Import 7 was not found/],
    [
      'a file that is too large',
      () => send('kind=trucks', Buffer.alloc(50 * 1024 * 1024 + 1, 'a')),
      413,
      /^The body is larger than 50 MiB/,
    ],
  ])('refuses %s', async (_what, ask, status, sentence) => {
    const answer = await ask();
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(sentence)]);
    expect((await client.get('/imports')).body.imports).toEqual([]);
  });

  it('repeats the answer to a file that is sent again with its Idempotency-Key', async () => {
    const headers = { 'content-type': 'text/csv', 'idempotency-key': 'once' };
    const [first, again, other] = [
      await client.send('POST', '/imports?kind=trucks', 'license_plate\nA\n', headers),
      await client.send('POST', '/imports?kind=trucks', 'license_plate\nA\n', headers),
      await client.send('POST', '/imports?kind=trucks', 'license_plate\nB\n', headers),
    ];
    expect([again.body.import.id, other.status]).toEqual([first.body.import.id, 422]);
    await over(first);
  });

  describe('that are not taken up', () => {
    let taken: Answer;
    let of: Client;
    beforeEach(async () => {
      of = await service.current.organization();
      taken = await holding(of);
    });

    /** An import that another process is at. */
    async function holding(of: Client): Promise<Answer> {
      const first = await send('kind=trucks', 'license_plate\nTS-1\n', 'text/csv', of);
      await over(first, of);
      await service.current.query(
        `UPDATE imports SET status = 'running', finished_at = NULL, tries = 1, claimed_until = now() + interval '1 hour'
         WHERE organization_id = $1`,
        [of.organization_id],
      );
      return first;
    }
    const end = (tries: number) =>
      service.current.query(
        `UPDATE imports SET claimed_until = now(), tries = $2 WHERE organization_id = $1 AND id = $3`,
        [of.organization_id, tries, taken.body.import.id],
      );

    it('wait for the one before them, and are refused beyond ten', async () => {
      const waiting: Answer[] = [];
      for (let at = 0; at < 9; at++)
        waiting.push(await send('kind=trucks', `license_plate\nW-${at}\n`, 'text/csv', of));
      const refused = await send('kind=trucks', 'license_plate\nX\n', 'text/csv', of);
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_imports']);
      // of another organization, which waits for nobody
      expect((await over(await send('kind=trucks', 'license_plate\nO-1\n'))).status).toBe('completed');
      expect((await of.get(`/imports/${waiting[0]!.body.import.id}`)).body.import.status).toBe('waiting');
      await end(1);
      for (const each of waiting)
        expect(await over(each, of)).toMatchObject({ status: 'completed', created: 1 });
    });

    it('are taken up again after a process that ended, and given up after three of them', async () => {
      const behind = await send('kind=trucks', 'license_plate\nTS-2\n', 'text/csv', of);
      await end(3);
      expect(await over(taken, of)).toMatchObject({
        status: 'failed',
        failure: 'The service ended 3 times while it worked at it: nothing was kept.',
      });
      expect(await over(behind, of)).toMatchObject({ status: 'completed', created: 1 });
    });
  });

  it('counts a try before it works, and gives up what the service fails at', async () => {
    const worker = service.current.app.get(ImportWorker);
    const seen: number[] = [];
    const failing = jest.spyOn(worker['importer'], 'import').mockImplementation(async () => {
      const [row] = await service.current.query<{ tries: number }>(
        `SELECT tries FROM imports WHERE organization_id = $1`,
        [client.organization_id],
      );
      seen.push(row!.tries);
      throw new Error('broken');
    });
    try {
      expect(await over(await send('kind=trucks', 'license_plate\nTS-1\n'))).toMatchObject({
        status: 'failed',
        failure: 'The service failed at it 3 times: nothing was kept.',
      });
      expect(seen).toEqual([1, 2, 3]);
    } finally {
      failing.mockRestore();
    }
  });

  it('keeps nothing of an import that another process has taken up meanwhile', async () => {
    const worker = service.current.app.get(ImportWorker);
    const { importer } = worker as unknown as { importer: { load: (...of: unknown[]) => Promise<void> } };
    const load = importer.load.bind(importer);
    let takenOver = false;
    const slow = jest.spyOn(importer, 'load').mockImplementation(async (...of) => {
      await load(...of);
      if (takenOver) return;
      takenOver = true;
      await service.current.query(
        `UPDATE imports SET tries = tries + 1, claimed_until = now() WHERE organization_id = $1`,
        [client.organization_id],
      );
    });
    try {
      const shown = await over(await send('kind=trucks', 'license_plate\nTS-1\n'));
      expect(shown).toMatchObject({ status: 'completed', created: 1 });
      expect(await plates()).toEqual(['TS-1']);
      expect(slow.mock.calls).toHaveLength(2);
    } finally {
      slow.mockRestore();
    }
  });

  it('takes each kind of record of an export', async () => {
    const files = await exportFiles(client, undefined, 'csv');
    for (const { name } of transferKinds()) {
      const { status } = await over(await send(`file_name=${name}.csv`, files[`${name}.csv`]!));
      expect([name, status]).toEqual([name, 'completed']);
    }
  });
});
