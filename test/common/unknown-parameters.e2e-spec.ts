import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('query parameters that an endpoint does not take', () => {
  const service = useService();
  let client: Client;
  beforeAll(async () => (client = await service.current.organization()));

  const ask = (path: string, prefer = '', method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
    client.send(method, path, method === 'POST' ? {} : undefined, prefer ? { prefer } : {});

  it('are ignored, and named', async () => {
    const { status, headers } = await ask(
      '/trucks.json?numbr=X&numbr=Y&active=true&per=1&colour[]=1&__proto__=1',
    );
    expect([status, headers['x-ignored-parameters']]).toEqual([200, 'numbr, colour, __proto__']);
    expect(headers).not.toHaveProperty('preference-applied');
    expect((await ask('/trucks?active=true&order=newest')).headers).not.toHaveProperty(
      'x-ignored-parameters',
    );
  });

  it('are named in plain characters, and bounded', async () => {
    const { headers } = await ask(
      '/trucks?gr%C3%B6%C3%9Fe=1&a%0D%0AX-Evil:%201=1&%F0%9F%9A%9A,=1&=1&%ED%A0%80=1',
    );
    expect(headers['x-ignored-parameters']).toBe(
      'gr%C3%B6%C3%9Fe, a%0D%0AX-Evil%3A%201, %F0%9F%9A%9A%2C, %EF%BF%BD%EF%BF%BD%EF%BF%BD',
    );
    expect(headers).not.toHaveProperty('x-evil');
    const many = await ask(`/trucks?${Array.from({ length: 500 }, (_, at) => `p${at}`).join('&')}`);
    expect(many.headers['x-ignored-parameters']!.split(', ')).toHaveLength(20);
    const long = await ask(`/trucks?${'%F0%9F%9A%9A'.repeat(600)}=1`);
    expect(long.headers['x-ignored-parameters']).toBe('%F0%9F%9A%9A'.repeat(64));
  });

  it.each(['handling=strict', 'respond-async, Handling="strict"; x=1', 'wait=10,handling = strict'])(
    'are refused with Prefer: %s, naming one that begins alike',
    async (prefer) => {
      const { status, body, headers } = await ask('/containers?numbr=X&per=1&nxmber=1', prefer);
      expect([status, body]).toEqual([
        400,
        {
          error: "numbr is unknown: the nearest parameter is 'number'; nxmber is unknown.",
          code: 'unknown_parameter',
          errors: { numbr: ["is unknown: the nearest parameter is 'number'"], nxmber: ['is unknown'] },
        },
      ]);
      expect(headers['preference-applied']).toBe('handling=strict');
      expect(headers).not.toHaveProperty('x-ignored-parameters');
    },
  );

  it.each([
    'handling=lenient',
    'handling=lenient, handling=strict',
    'x="handling=strict"',
    'handling',
    'x, "',
    String.raw`x="\", handling=strict", handling=lenient`,
  ])('are ignored with Prefer: %s', async (prefer) => {
    const { status, headers } = await ask('/truck_visits?insid=true', prefer);
    expect([status, headers['x-ignored-parameters']]).toEqual([200, 'insid']);
  });

  it('are refused with a Prefer of 1,024 characters, and ignored with a longer one', async () => {
    const withLength = (length: number) =>
      ask('/trucks?numbr=X', `${'x'.repeat(length - 17)}, handling=strict`);
    expect([(await withLength(1024)).status, (await withLength(1025)).status]).toEqual([400, 200]);
  });

  it('take no longer with a Prefer of 15 kB', async () => {
    const busy = async (prefer: string) => {
      const before = process.cpuUsage();
      for (let sent = 0; sent < 10; sent++) await ask('/trucks?numbr=X', prefer);
      const { user } = process.cpuUsage(before);
      return user / 1000;
    };
    await busy('handling=lenient');
    // a pattern that began anew at each quote took 160 ms for each
    expect(await busy('\\"'.repeat(7500))).toBeLessThan((await busy('handling=lenient')) + 500);
  });

  it('are refused by the status that a malformed query has there', async () => {
    expect((await ask('/truck_visits?insid=true', 'handling=strict')).status).toBe(422);
    expect((await ask('/vessels/Westhaven%20Petrel?fields=id', 'handling=strict')).status).toBe(422);
  });

  it('leave known parameters alone, and confirm the preference', async () => {
    const { status, headers } = await ask(
      '/truck_visits?gate_ids[]=1&gate_ids[]=2&page=1',
      'handling=strict',
    );
    expect([status, headers['preference-applied']]).toEqual([200, 'handling=strict']);
  });

  it('are named where an endpoint takes none, and of writes by the sent names', async () => {
    const none = await ask('/terminals/1?x=1', 'handling=strict');
    expect(none.body.error).toBe('x is unknown, since there are no parameters here.');
    const write = await ask('/trucks?numbr=1', 'handling=strict', 'POST');
    expect([write.status, Object.keys(write.body.errors as object)]).toEqual([400, ['numbr']]);
    const lift = '/manifests/M/bill_of_ladings/B/holds/1?hold[reference_number]=R';
    expect((await ask(lift, 'handling=strict', 'DELETE')).status).toBe(404);
    expect((await ask(`${lift}&hld=1`, 'handling=strict', 'DELETE')).status).toBe(422);
  });

  it('come after the token', async () => {
    const { status } = await client.send('GET', '/trucks?x=1', undefined, {
      authorization: '',
      prefer: 'handling=strict',
    });
    expect(status).toBe(401);
  });
});

describe('fields of a body that an endpoint does not take', () => {
  const service = useService();
  let client: Client;
  beforeAll(async () => (client = await service.current.organization()));

  const send = (method: 'POST' | 'PATCH' | 'PUT', path: string, body: object, strict = false) =>
    client.send(method, path, body, strict ? { prefer: 'handling=strict' } : {});

  it('are ignored, and named by their paths', async () => {
    const answer = await send('POST', '/trucks?numbr=1', {
      truck: { license_plate: 'UF-1', colour: '#fff', active: true },
      force: true,
    });
    expect([answer.status, answer.headers['x-ignored-parameters']]).toEqual([
      201,
      'numbr, truck.colour, force',
    ]);
    const advice = await send('POST', '/pre_advices', {
      truck: 'UF-1',
      purposes: [
        { purpose_type: 'pick up', cargo: { cargo_type: 'general cargo', seal: 'X' } },
        { purpose_type: 'pick up', cargo: { cargo_type: 'general cargo' }, when: 'now' },
      ],
    });
    expect([advice.status, advice.headers['x-ignored-parameters']]).toEqual([
      201,
      'purposes.0.cargo.seal, purposes.1.when',
    ]);
  });

  it('are refused with Prefer: handling=strict before anything is done', async () => {
    const answer = await send(
      'POST',
      '/trucks',
      { truck: { license_plate: 'UF-2', licence: 'X', allowed_untill: null } },
      true,
    );
    expect([answer.status, answer.body, answer.headers['preference-applied']]).toEqual([
      400,
      {
        error:
          "truck.licence is unknown: the nearest parameter is 'license_plate'; truck.allowed_untill is unknown: the nearest parameter is 'allowed_until'.",
        code: 'unknown_parameter',
        errors: {
          'truck.licence': ["is unknown: the nearest parameter is 'license_plate'"],
          'truck.allowed_untill': ["is unknown: the nearest parameter is 'allowed_until'"],
        },
      },
      'handling=strict',
    ]);
    expect((await client.get('/trucks?license_plate=UF-2')).body.trucks).toEqual([]);
    const setUp = await send('POST', '/terminals', { name: 'UF', nmae: 'x' }, true);
    expect([setUp.status, Object.keys(setUp.body.errors as object)]).toEqual([400, ['nmae']]);
    const desk = await send('POST', '/truck_visits', { truck: 'UF-1', gate: 'X', gat: 1 }, true);
    expect([desk.status, desk.body.code]).toEqual([422, 'unknown_parameter']);
  });

  it('are bounded, and include no known field at any depth', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, at]));
    const { headers } = await send('POST', '/terminals', { name: 'UF many', ...many });
    expect(headers['x-ignored-parameters']!.split(', ')).toHaveLength(20);
    const known = await send(
      'POST',
      '/trucks',
      { truck: { license_plate: 'UF-3', make: null, year: '2022' } },
      true,
    );
    expect([known.status, known.headers['x-ignored-parameters']]).toEqual([201, undefined]);
    const flex = await send(
      'POST',
      '/gensets',
      { genset: { number: 'UF-G', flex_fields: [{ any: 1 }] } },
      true,
    );
    expect(flex.body.error).toBe('Any is not a flex field of this organization.');
  });
});
