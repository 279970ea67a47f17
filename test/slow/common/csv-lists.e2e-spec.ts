import { parse } from 'csv-parse/sync';
import { aContainer, aGenset } from '../../factories/cargo';
import { aGate, anAppointment } from '../../factories/gate';
import { aHold } from '../../factories/holds';
import { aList, document, PAGED_LISTS } from '../../factories/lists';
import { anInvoice } from '../../factories/billing';
import { aFreightForwarder, aTruck, aTruckingCompany } from '../../factories/parties';
import { aFlexField } from '../../factories/record';
import { aVoyage } from '../../factories/voyages';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';

const FORWARDERS = '/freight_forwarders';

/** What may tell the records of a list apart. */
const KEYS = ['id', 'client_identifier', 'number', 'cell', 'key', 'container.number'];
const valueAt = (row: object, key: string): unknown =>
  key.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row);

describe('lists as CSV files', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** Asks for a list as a file. */
  async function file(path: string, accept = 'text/csv') {
    const { statusCode, headers, body } = await service.current.app.inject({
      url: `/api/v1${path}`,
      remoteAddress: client.address,
      headers: { authorization: `Token token=${client.tokens.admin}`, accept },
    });
    const isCsv = String(headers['content-type']).startsWith('text/csv');
    const [header = [], ...rows]: string[][] = isCsv ? parse(body) : [];
    const records = rows.map((row) => Object.fromEntries(row.map((cell, at) => [header[at]!, cell])));
    return { status: statusCode, headers, body, isCsv, header, records };
  }
  const column = (records: Record<string, string>[], name: string) => records.map((each) => each[name]);
  /** Adds forwarders named `F1` … by one statement. */
  /** Adds rows by 10,000 a statement, because one of 100,000 may reach the statement timeout on a busy machine. */
  const add = async (count: number) => {
    for (let from = 1; from <= count; from += 10_000)
      await service.current.query(
        `INSERT INTO freight_forwarders (organization_id, name) SELECT $1, 'F' || n FROM generate_series($2::int, $3::int) n`,
        [client.organization_id, from, Math.min(from + 9_999, count)],
      );
  };

  it.each(PAGED_LISTS)('%s: each record of the list in its order, the newest first too', async (list) => {
    const { path } = await aList(client, list, 3);
    const listed = async (query: string) => {
      const { body } = await client.get(`${path}?per=100&per_page=100${query}`);
      return Object.values(body).find(Array.isArray) as Record<string, unknown>[];
    };
    for (const order of ['', '&order=newest']) {
      const rows = await listed(order);
      const { status, headers, header, records } = await file(`${path}?${order}`);
      expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
      expect(headers['x-total-count']).toBe(String(rows.length));
      const key = KEYS.find((name) => valueAt(rows[0]!, name) != null)!;
      expect(column(records, key)).toEqual(rows.map((row) => String(valueAt(row, key))));
      // each key has its column, or one for each of its own
      const keys = Object.keys(rows[0]!).filter((name) => name !== 'actions');
      expect(keys.filter((name) => !header.some((title) => title.split('.')[0] === name))).toEqual([]);
    }
  });

  it.each(PAGED_LISTS)('%s: a header where there is nothing', async (list) => {
    const { path } = await aList(client, list, 1);
    const { status, header, records } = await file(`${path}?page=99`);
    expect([status, records]).toEqual([200, []]);
    expect(header.length).toBeGreaterThan(2);
  });

  it('is offered by the document for each of them, and shown by one', () => {
    const shown = PAGED_LISTS.filter((list) => {
      const { get } = document.paths[`/api/v1${list}`]!;
      expect([list, get]).toEqual([list, expect.objectContaining({ 'x-csv': true })]);
      return 'text/csv' in (get!.responses['200'] as { content: object }).content;
    });
    expect(shown).toEqual(['/audit_entries']);
  });

  it('has objects in columns, lists as JSON, and nothing for null', async () => {
    const company = await aTruckingCompany(client);
    const { license_plate } = await aTruck(client, { trucking_company: company.code, weight: 12.5 });
    await aTruck(client);
    const trucks = await file('/trucks');
    expect(trucks.header.slice(0, 2)).toEqual(['id', 'active']);
    expect(trucks.records[0]).toMatchObject({
      license_plate,
      active: 'true',
      weight: '12.5',
      'trucking_company.code': company.code,
    });
    expect(trucks.records[1]).toMatchObject({ weight: '', 'trucking_company.code': '' });
    expect(trucks.header).not.toContain('actions');

    await aContainer(client, { seals: ['A,1', 'B"2"'], weight: '123456789.123456' });
    const [container] = (await file('/containers')).records;
    expect(container).toMatchObject({ seals: '["A,1","B\\"2\\""]', weight: '123456789.123456' });

    await aFlexField(client, 'genset', 'hub');
    await aGenset(client, { flex_fields: [{ hub: 'Nord, 12' }] });
    expect((await file('/gensets')).records[0]!.flex_fields).toBe('[{"label":"hub","value":"Nord, 12"}]');
  });

  it('is RFC 4180 in UTF-8, and defuses formulas', async () => {
    const names = ['=1+1', '@x', '+31 10', '-2+3', 'Größe "& Co", 港', '-12.5', "O'Neill"];
    for (const name of names) await aFreightForwarder(client, { name, address: 'Quay 1\nHarbour' });
    const { body, records } = await file(FORWARDERS);
    expect(column(records, 'name')).toEqual(["'=1+1", "'@x", "'+31 10", "'-2+3", ...names.slice(4)]);
    expect(column(records, 'address')).toEqual(names.map(() => 'Quay 1\nHarbour'));
    expect(body.startsWith('id,name,')).toBe(true);
    expect(body.split('\r\n')).toHaveLength(names.length + 2);
    expect(body).toContain('"Größe ""& Co"", 港"');
  });

  it('is filtered as the list is', async () => {
    await add(30);
    expect(column((await file(`${FORWARDERS}?name=f1`)).records, 'name')).toHaveLength(11);
    expect((await file(`${FORWARDERS}?active=false`)).records).toEqual([]);
    const strange = await file(`${FORWARDERS}?nmae=f1`);
    expect([strange.headers['x-ignored-parameters'], strange.records.length]).toEqual(['nmae', 30]);
  });

  it('is one page when the request has page or per', async () => {
    await add(30);
    const page = await file(`${FORWARDERS}?page=2&per=5`);
    expect(column(page.records, 'name')).toEqual(['F6', 'F7', 'F8', 'F9', 'F10']);
    expect(page.headers['x-total-count']).toBe('30');
    expect(page.headers.link).toMatch(/^<http.*page=3&per=5>; rel="next"$/);
    const begun = await file(`${FORWARDERS}?after=${page.records[4]!.id}`);
    expect(column(begun.records, 'name')).toHaveLength(20);
    expect(begun.headers).not.toHaveProperty('link');
  });

  it('comes by format=csv as well, which goes before Accept, and stays in its links', async () => {
    await add(30);
    const by = async (query: string, accept = 'application/json') => file(`${FORWARDERS}?${query}`, accept);
    const { status, isCsv, body, headers } = await by('format=csv&name=f1');
    expect([status, isCsv, body]).toEqual([200, true, (await by('name=f1', 'text/csv')).body]);
    expect(headers).not.toHaveProperty('x-ignored-parameters');
    expect((await by('format=csv&per=5')).headers.link).toContain('format=csv');
    for (const query of ['format=json', 'format=']) expect((await by(query)).isCsv).toBe(false);
    expect((await by('format=json', 'text/csv')).isCsv).toBe(false);
    const unknown = await client.get(`${FORWARDERS}?format=xml`);
    expect([unknown.status, unknown.body.errors]).toEqual([400, { format: ['must be one of json, csv'] }]);
    const { id } = await aFreightForwarder(client, { name: 'One' });
    expect((await file(`${FORWARDERS}/${id}?format=csv`, '*/*')).headers['x-ignored-parameters']).toBe(
      'format',
    );
  });

  it('has a row for each line item of invoices, and one for an invoice without any', async () => {
    const line = (description: string, amount: string) => ({ description, quantity: 2, amount });
    const items = [line('Storage', '10.00'), line('Stripping', '2.50')];
    const { number } = await anInvoice(client, { line_items: items });
    const { number: empty } = await anInvoice(client);
    const { records, headers } = await file('/invoices?format=csv', '*/*');
    expect(headers['x-total-count']).toBe('2');
    const given = records.map((row) => [
      row.number,
      row['line_items.description'],
      row['line_items.total'],
      row.total,
    ]);
    expect(given).toEqual([
      [number, 'Storage', '20.00', '25.00'],
      [number, 'Stripping', '5.00', '25.00'],
      [empty, '', '', '0.00'],
    ]);
  });

  it('is JSON unless CSV has the higher quality, and where there is no list', async () => {
    await add(1);
    const forms = async (accept: string, path = FORWARDERS) => (await file(path, accept)).isCsv;
    for (const accept of [
      'text/csv',
      'TEXT/CSV; header=present',
      'text/csv, */*',
      'text/csv,application/json',
    ])
      expect([accept, await forms(accept)]).toEqual([accept, true]);
    for (const accept of ['*/*', 'application/json', 'application/json, text/csv', 'text/csv;q=0', 'text/*'])
      expect([accept, await forms(accept)]).toEqual([accept, false]);
    expect(await forms('application/json;q=0.5, text/csv;q=0.8')).toBe(true);
    expect(await forms('text/csv', '/me')).toBe(false);
    const refused = await file(`${FORWARDERS}?per=x`);
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([400, 'invalid']);
  });

  it('has the rows of lists that have no pages, and of those under a record', async () => {
    const { number } = await aContainer(client);
    const { id } = await aHold(client, number);
    const holds = await file(`/containers/${number}/holds`);
    expect(column(holds.records, 'id')).toEqual([String(id)]);
    expect(holds.headers['content-disposition']).toBe('attachment; filename="holds.csv"');
    const { records } = await file(`/availability?container_numbers[]=${number}`);
    expect(column(records, 'container.number')).toEqual([number]);
    expect((await file('/appointment_slots?from=2026-11-20&until=2026-11-21')).header).toContain('starts_at');
    expect((await file('/voyages/NONE/voyage_events')).status).toBe(404);
    const { number: voyage } = await aVoyage(client);
    expect((await file(`/voyages/${voyage}/voyage_events`)).records).toEqual([]);
    expect((await file('/events?per=1')).headers.link).toContain('after=');
  });

  it('shows nothing of another organization', async () => {
    await anAppointment(client);
    await aGate(client);
    client = await service.current.organization();
    for (const path of ['/appointments', '/gates', '/containers', '/trucks'])
      expect((await file(path)).records).toEqual([]);
  });

  it('has 100,000 rows at most, and says where the rest begins', async () => {
    await add(100_001);
    const first = await file(`${FORWARDERS}?order=newest`);
    expect([first.records.length, first.headers['x-total-count']]).toEqual([100_000, '100000+']);
    expect([first.records[0]!.name, first.records.at(-1)!.name]).toEqual(['F100001', 'F2']);
    const [, next] = /^<http:\/\/[^/]+\/api\/v1([^>]+)>; rel="next"$/.exec(String(first.headers.link))!;
    const second = await file(next!);
    expect([column(second.records, 'name'), second.headers['x-total-count']]).toEqual([['F1'], '1']);
  });
});
