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

  it('may have ordinary spaces and all letters where they are names, and none but ASCII where all the world does', async () => {
    await client.create('/terminals', { name: 'Kåde Żuid 港 2' });
    for (const [path, body] of [
      ['/containers', { number: 'WHÄU4142033' }],
      ['/containers', { number: 'ＷHAU4142033' }],
      ['/trucks', { truck: { license_plate: 'WН-472-B' } }],
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

  it('that cannot be stored are not found, and a look-alike is not held to be the same', async () => {
    await client.create('/containers', { number: 'WHAU4142033' });
    const hidden = encodeURIComponent('WHAU4142\u200b033');
    expect((await client.get(`/containers/${hidden}`)).status).toBe(404);
    expect((await client.get(`/containers?number=${hidden}`)).body.containers).toEqual([]);
    expect((await client.get('/containers/whau 414203 3')).status).toBe(200);
  });
});
