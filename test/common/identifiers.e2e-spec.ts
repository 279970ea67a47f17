import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** One of each kind of character that nobody sees, or takes for an ordinary space. */
const UNSEEN = [
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\u3164',
  '\ufe0f',
  '\u{e0041}',
  '\u{e0100}',
  '\u202e',
  '\u0007',
  '\t',
  '\n',
  '\u0085',
  '\u2028',
  '\u00a0',
  '\u2003',
  '\u3000',
  '\ue000',
  '\uffff',
];

describe('identifiers', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const refusal = async (path: string, body: object) => {
    const { status, body: answer } = await client.post(path, body);
    return [status, Object.values((answer.errors ?? {}) as object)[0]];
  };

  it.each<[string, (number: string) => object]>([
    ['/containers', (number) => ({ number })],
    ['/trucks', (license_plate) => ({ truck: { license_plate } })],
    ['/vehicles', (vin_number) => ({ vin_number })],
    ['/users', (name) => ({ email: `${name}@harbour.example` })],
    ['/terminals', (name) => ({ name })],
    ['/gates', (client_identifier) => ({ name: 'In 1', client_identifier })],
    ['/shipping_lines', (code) => ({ shipping_line: { code } })],
    ['/gensets', (number) => ({ genset: { number } })],
  ])('of %s have no character that nobody sees', async (path, body) => {
    for (const character of UNSEEN)
      expect([character, ...(await refusal(path, body(`WHAU4142${character}033`)))]).toEqual([
        character,
        expect.any(Number),
        ['must not have invisible characters'],
      ]);
  });

  it('may have ordinary spaces and all letters where they are names, and ASCII alone where the standard says so', async () => {
    await client.create('/terminals', { name: 'Kåde Żuid 港 2' });
    for (const [path, body] of [
      ['/containers', { number: 'WHÄU4142033' }],
      ['/containers', { number: 'ＷHAU4142033' }],
      ['/vehicles', { vin_number: 'WHFX220L8FB03190б' }],
    ] as const)
      expect((await refusal(path, body))[1]).toEqual(['must have ASCII characters only']);
  });

  it.each(['gate', 'a@', '@b', 'a b@c', 'a@b@c', 'a@b\nBcc: c@d'])(
    'take %j for no e-mail address',
    async (email) => {
      expect((await client.post('/users', { email })).status).toBe(400);
      expect((await client.post('/freight_forwarders', { name: 'x', email })).status).toBe(400);
    },
  );

  /** Each kind of record that a name finds, where its body has it, and what else that body needs. */
  const NAMED: [plural: string, wrapped: string | undefined, needs?: object][] = [
    ['vessels', 'vessel'],
    ['consignees', undefined],
    ['freight_forwarders', undefined],
    ['shipping_lines', 'shipping_line', { code: 'WHA' }],
    ['trucking_companies', undefined, { code: 'EST' }],
    ['agents', undefined],
    ['exporters', undefined],
    ['terminals', undefined],
    ['gates', undefined],
    ['berth_areas', undefined],
    ['yard_areas', undefined],
    ['yard_slots', undefined],
    ['commodity_types', undefined],
    ['hold_types', undefined, { applies_to: 'container' }],
    ['load_lists', undefined],
    ['pilots', undefined],
    ['service_boats', undefined],
    ['stevedoring_companies', undefined],
    ['stevedoring_supervisors', undefined],
    ['voyage_event_types', undefined],
  ];

  it.each(NAMED)(
    'are names of %s, and a stored one may be sent back or corrected',
    async (plural, wrapped, needs = {}) => {
      const body = (name: string) => (wrapped ? { [wrapped]: { ...needs, name } } : { ...needs, name });
      const refused = [expect.any(Number), ['must not have invisible characters']];
      for (const character of UNSEEN)
        expect([character, ...(await refusal(`/${plural}`, body(`Kestrel${character}Vane`)))]).toEqual([
          character,
          ...refused,
        ]);
      const [{ id }] = Object.values(await client.create(`/${plural}`, body('Kestrel'))) as [{ id: number }];
      const stored = 'Kestrel\u200b';
      await service.current.query(`UPDATE ${plural} SET name = $1 WHERE id = $2`, [stored, id]);

      const patch = async (name: string) => {
        const { status, body: answer } = await client.patch(`/${plural}/${id}`, body(name));
        return [status, Object.values(answer as object)[0]];
      };
      expect(await patch(stored)).toEqual([200, expect.objectContaining({ name: stored })]);
      const { status, body: answer } = await client.patch(`/${plural}/${id}`, body('Kestrel\u2060'));
      expect([status, Object.values(answer.errors as object)[0]]).toEqual(refused);
      expect(await patch('Kestrel & Vane')).toEqual([
        200,
        expect.objectContaining({ name: 'Kestrel & Vane' }),
      ]);

      const { bad } = await importFiles(client, {
        [`${plural}.ndjson`]: [{ ...needs, code: 'X', name: stored }],
      });
      expect(bad).toContain(`${plural}.ndjson:1: name: must not have invisible characters`);
    },
  );

  it('include names of EDI partners: a stored one may be named, a new one is refused', async () => {
    const line = (name: string) => ({
      shipping_line: { code: 'WHA', edi_settings: { edi_partner: { name, edi_id: 'HUB' } } },
    });
    const partner = async () =>
      (await client.get('/shipping_lines/WHA')).body.shipping_line.edi_settings.edi_partner.name;
    const refused = [400, ['EDI partner must not have invisible characters.']];
    expect(await refusal('/shipping_lines', line('Hub\u200b'))).toEqual(refused);
    await client.create('/shipping_lines', line('Hub'));
    await service.current.query('UPDATE edi_partners SET name = $1 WHERE organization_id = $2', [
      'Hub\u200b',
      client.organization_id,
    ]);
    expect((await client.patch('/shipping_lines/WHA', line('Hub\u200b'))).status).toBe(200);
    expect(await partner()).toBe('Hub\u200b');
    expect((await client.patch('/shipping_lines/WHA', line('Hub\u2060'))).status).toBe(400);
    expect((await client.patch('/shipping_lines/WHA', line('Hub'))).status).toBe(200);
    expect(await partner()).toBe('Hub');
  });

  it('that cannot be stored are not found, and look-alikes differ', async () => {
    await client.create('/containers', { number: 'WHAU4142033' });
    const hidden = encodeURIComponent('WHAU4142\u200b033');
    expect((await client.get(`/containers/${hidden}`)).status).toBe(404);
    expect((await client.get(`/containers?number=${hidden}`)).body.containers).toEqual([]);
    expect((await client.get('/containers/whau 414203 3')).status).toBe(200);
  });
});
