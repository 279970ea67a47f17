import { DEMO_PARTIES } from '../../../src/demo/parties';
import { Service } from '../../setup/service';
import { useDatabase, wharfinger } from './process';

/** A container that came twice: first for Lowland Fresh Produce, now for Kestrel & Vane Coffee. */
const TWICE = 'WHAU4154184';

describe('wharfinger demo --parties', () => {
  let service: Service;
  let lines: string[][];
  let admin: string;
  afterAll(() => service.app.close());
  const database = useDatabase({ migrated: true });
  beforeAll(async () => {
    const done = await wharfinger(database.env, 'demo', '--parties');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    const printed = done.stdout.trimEnd().split('\n');
    admin = printed.pop()!;
    lines = printed.map((line) => line.split('\t'));
    service = await Service.on(new URL(database.env.DATABASE_URL).pathname.slice(1));
  }, 120_000);

  /** What a token is answered. */
  async function requested(token: string, path: string): Promise<[status: number, body: any]> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await service.app.inject({ url: `/api/v1${path}`, headers });
    return [answer.statusCode, answer.json()];
  }
  const tokenOf = (key: string) => lines.find((line) => line[1] === key)![2]!;
  const of = async (key: string, path: string) => (await requested(tokenOf(key), path))[1];
  /** The values of one name, at any depth. */
  const valuesOf = (body: unknown, name: string): unknown[] =>
    [...JSON.stringify(body).matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g'))].map(([, value]) => value);

  it('prints a line for each party with type, key and token, and then the token of the demonstration', async () => {
    expect(lines.map(([type, key]) => ({ type, key }))).toEqual(
      DEMO_PARTIES.map(({ type, key }) => ({ type, key })),
    );
    expect(lines.map(([type]) => type).sort()).toEqual([
      'consignee',
      'consignee',
      'freight_forwarder',
      'shipping_line',
      'shipping_line',
      'trucking_company',
      'trucking_company',
    ]);
    for (const [type, key, token] of lines) {
      expect(token).toMatch(/^whf_[\w-]{43}$/);
      const [status, me] = await requested(token!, '/me');
      expect([status, me.limited, me.role]).toEqual([200, true, 'write']);
      expect(me.parties).toEqual([expect.objectContaining({ type, key })]);
      expect((await requested(token!, '/users'))[0]).toBe(403);
    }
    expect((await requested(admin, '/me'))[1]).toMatchObject({ limited: false, role: 'admin' });
  });

  it('makes further tokens for the same users when it runs again, and none without the option', async () => {
    const again = await wharfinger(database.env, 'demo', '--parties');
    const tokens = again.stdout
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t')[2]);
    expect(new Set([...tokens, ...lines.map(([, , token]) => token)]).size).toBe(2 * DEMO_PARTIES.length);
    const [, { users }] = await requested(admin, '/users?per=100');
    const limited = users.filter((user: { limited: boolean }) => user.limited);
    expect(limited.map(({ email }: { email: string }) => email).sort()).toEqual(
      DEMO_PARTIES.map(({ email }) => email).sort(),
    );
    expect((await wharfinger(database.env, 'demo')).stdout).toMatch(/^whf_[\w-]{43}\n$/);
  });

  it('has a container that changed hands: its former consignee finds the stay, the present one the container', async () => {
    const { container_stays } = await of('Lowland Fresh Produce', '/container_stays?per=100&status=departed');
    expect(container_stays).toContainEqual(
      expect.objectContaining({
        container: expect.objectContaining({ number: TWICE }),
        number: 1,
        goods: 'Tinned tomatoes on pallets',
        consignee: expect.objectContaining({ name: 'Lowland Fresh Produce' }),
      }),
    );
    expect(await requested(tokenOf('Lowland Fresh Produce'), `/containers/${TWICE}`)).toEqual([
      404,
      expect.objectContaining({ error: `Container '${TWICE}' was not found.` }),
    ]);
    const [status, { container }] = await requested(tokenOf('Kestrel & Vane Coffee'), `/containers/${TWICE}`);
    expect([status, container.goods, container.consignee.name]).toEqual([
      200,
      'Green coffee in bags',
      'Kestrel & Vane Coffee',
    ]);
    const stays = await of('Kestrel & Vane Coffee', `/containers/${TWICE}/stays`);
    expect(stays.stays.map(({ number }: { number: number }) => number)).toEqual([2]);
  });

  it('has a hold of the police, which its consignee learns of without its type, and one of customs, with it', async () => {
    const held = async (consignee: string, number: string) => {
      const { holds } = await of(consignee, `/containers/${number}/holds`);
      const { reasons } = await of(consignee, `/containers/${number}/availability`);
      const [{ hold_type, reference_number }] = holds;
      return [hold_type, reference_number, reasons[0].code, reasons[0].sentence];
    };
    expect(await held('Lowland Fresh Produce', 'WHAU4163360')).toEqual([
      'On hold',
      null,
      'held',
      'Container WHAU4163360 is held.',
    ]);
    expect((await held('Kestrel & Vane Coffee', 'WHAU4142033')).slice(0, 3)).toEqual([
      'Customs',
      null,
      'held',
    ]);
    const [, { holds }] = await requested(admin, '/containers/WHAU4163360/holds');
    expect(holds[0]).toMatchObject({ hold_type: 'Police', reference_number: 'POL-2026-1184' });
  });

  it.each([
    ['EST', 'TOL'],
    ['TOL', 'EST'],
  ])(
    'has appointments of %s, which sees none of %s, nor its containers, trucks and drivers',
    async (own, other) => {
      for (const list of ['appointments', 'pre_advices', 'trucks', 'truck_drivers', 'truck_visits']) {
        const found = await of(own, `/${list}?per=100`);
        expect([list, found[list].length > 0]).toEqual([list, true]);
        const theirs = new Set(valuesOf(await of(other, `/${list}?per=100`), 'license_plate'));
        for (const plate of valuesOf(found, 'license_plate')) expect(theirs).not.toContain(plate);
      }
      const { appointments } = await of(own, '/appointments?per=100');
      expect(new Set(appointments.map((each: any) => each.trucking_company.code))).toEqual(new Set([own]));
      expect(appointments.some(({ status }: { status: string }) => status === 'booked')).toBe(true);
    },
  );

  it('shows lines what is theirs, and a forwarder the bill that it is nominated for, of which a haulier has one container', async () => {
    for (const [line, family] of [
      ['WHA', ['NBQ', 'WHA']],
      ['TDK', ['TDK']],
    ] as const) {
      const { container_stays } = await of(line, '/container_stays?per=100&status=here');
      const codes = new Set<string>(container_stays.map((stay: any) => stay.shipping_line.code));
      expect([...codes].sort()).toEqual(family);
    }
    const numbers = async (party: string) =>
      (await of(party, '/container_stays?status=announced')).container_stays.map(
        ({ container }: any) => container.number,
      );
    expect((await numbers('Northlight Logistics')).sort()).toEqual(['WHAU4215084', 'WHAU4215130']);
    expect(await numbers('EST')).toContain('WHAU4215084');
    expect(await numbers('EST')).not.toContain('WHAU4215130');
    const { bill_of_ladings } = await of('Northlight Logistics', '/bill_of_ladings');
    expect(bill_of_ladings.map(({ number }: any) => number)).toEqual(['WHA26120008']);
    const { nominations } = await of('EST', '/nominations');
    expect(nominations.map(({ number, status }: any) => [number, status])).toEqual([
      ['NM26001190', 'active'],
    ]);
  });
});
