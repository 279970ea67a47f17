import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aBooking, aContainer } from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  aVisit,
  aVisitFor,
  dropOff,
  pickUp,
} from '../factories/gate';
import { aHold, aHoldType } from '../factories/holds';
import { aTruck } from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('sentences', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
  });
  const requested = (
    language: string,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    path: string,
    body?: object,
  ) => client.send(method, path, body, { 'accept-language': language });

  it('of a refusal are in the language that the client prefers', async () => {
    const { truck } = await aVisit(client);
    const gate = (await aGate(client)).name;
    const body = { truck: truck.license_plate, gate };
    const sentences = {
      'en-US,en;q=0.5': ['en', 'Truck is already at the terminal.'],
      'nl-BE, fr;q=0.5': ['nl', 'De vrachtwagen is al op de terminal.'],
      'pt, de;q=0.8, fr;q=0.5': ['de', 'Der Lkw ist bereits auf dem Terminal.'],
      fr: ['fr', 'Le camion est déjà sur le terminal.'],
      es: ['es', 'El camión ya está en la terminal.'],
      pl: ['en', 'Truck is already at the terminal.'],
    };
    for (const [header, [language, error]] of Object.entries(sentences)) {
      const { status, body: answer, headers } = await requested(header, 'POST', '/truck_visits', body);
      expect([status, answer, headers['content-language'], headers.vary]).toEqual([
        422,
        {
          error,
          code: 'truck_already_inside',
          params: { truck: truck.license_plate },
          records: [{ type: 'truck', key: truck.license_plate }],
        },
        language,
        'Accept-Language',
      ]);
    }
    const plain = await client.post('/truck_visits', body);
    expect([plain.body.error, plain.headers['content-language'], plain.headers.vary]).toEqual([
      'Truck is already at the terminal.',
      'en',
      'Accept-Language',
    ]);
  });

  it('of a gate-out name the held containers, one or several, in English as in the contract', async () => {
    const [one, other] = [await aContainerInYard(client), await aContainerInYard(client)];
    const { truck } = await aVisitFor(client, [pickUp(one.number), pickUp(other.number)]);
    const path = `/trucks/${truck.license_plate}/gate_out`;
    await aHold(client, one.number);
    const single = await requested('nl', 'POST', path);
    expect([single.status, single.body.error, single.body.params]).toEqual([
      400,
      `Het bezoek is niet afgerond. Deze container wordt vastgehouden: ${one.number}`,
      { container: one.number, count: 1 },
    ]);
    expect((await client.post(path)).body.error).toBe(
      `Truck Visit was not completed. The following container has unlifted holds: ${one.number}`,
    );
    await aHold(client, other.number);
    expect((await requested('fr', 'POST', path)).body.error).toBe(
      `La visite n'a pas été clôturée. Ces conteneurs sont bloqués : ${one.number}, ${other.number}`,
    );
    // what is kept is English, with what it takes to word it otherwise
    const { gate_refusals } = (await client.get('/gate_refusals?order=newest')).body;
    expect(gate_refusals[0].reasons[0]).toMatchObject({
      code: 'held',
      sentence: expect.stringMatching(/^Container \w+ cannot leave: it has a hold of the type /),
      params: { container: one.number, hold_type: expect.any(String) },
    });
  });

  it('tell in availability and obstacles why a container stays, in the language of the request', async () => {
    const container = await aContainerInYard(client);
    const { id } = await aVisitFor(client, [pickUp(container.number)]);
    const { hold_type } = await aHold(client, container.number);
    const reason = {
      code: 'held',
      sentence: `Container ${container.number} wordt vastgehouden: er rust een blokkering van het type ${hold_type} op.`,
      params: { container: container.number, hold_type },
    };
    for (const path of [
      `/containers/${container.number}/availability`,
      `/availability?container_numbers[]=${container.number}`,
      `/truck_visits/${id}/obstacles`,
    ]) {
      const { body, headers } = await requested('nl', 'GET', path);
      expect((body.availabilities?.[0] ?? body).reasons).toMatchObject([reason]);
      expect([headers['content-language'], headers.vary]).toEqual([
        'nl',
        expect.stringContaining('Accept-Language'),
      ]);
      const english = await client.get(path);
      expect((english.body.availabilities?.[0] ?? english.body).reasons).toMatchObject([
        { sentence: `Container ${container.number} cannot leave: it has a hold of the type ${hold_type}.` },
      ]);
      expect([english.headers['content-language'], english.headers.vary]).toEqual([
        'en',
        expect.stringContaining('Accept-Language'),
      ]);
    }
    const unknown = await requested('es', 'GET', '/availability?container_numbers[]=NONE0000000');
    expect(unknown.body.availabilities[0].reasons).toMatchObject([
      { sentence: 'El contenedor NONE0000000 es desconocido.', params: { container: 'NONE0000000' } },
    ]);
  });

  it('of a booking have the plural of their language', async () => {
    for (const [quantity, end] of [
      [1, '1 contenedor, que ya se recibió o está en la puerta.'],
      [2, '2 contenedores, y ya se recibieron o están en la puerta otros tantos.'],
    ] as const) {
      const { number } = await aBooking(client, { quantity });
      const purposes = [];
      while (purposes.length < quantity)
        purposes.push(dropOff(await aNewContainer(client), { booking: number }));
      await aVisitFor(client, purposes);
      const { body, headers } = await requested('es', 'GET', `/bookings/${number}/receiving`);
      expect([headers['content-language'], body.reasons]).toMatchObject([
        'es',
        [
          {
            code: 'quantity_reached',
            sentence: `La reserva '${number}' es para ${end}`,
            params: { booking: number, count: quantity },
          },
        ],
      ]);
    }
  });

  it('of a slot that is full tell times in the zone of the organization, and the next free slots follow', async () => {
    await client.create('/appointment_plans', {
      weekday: 1,
      from: '08:00',
      until: '16:00',
      slot_minutes: 60,
      capacity: 1,
    });
    const at = (hour: number) => new Date(Date.UTC(2099, 0, 5, hour - 1)).toISOString();
    const { appointment } = await client.create('/appointments', { starts_at: at(10) });
    await client.create('/appointments', { starts_at: at(8) });
    const full = await client.post('/appointments', { starts_at: at(8) });
    expect(full.body).toEqual({
      error: 'The slot of 2099-01-05 08:00 is full; the next free one begins at 2099-01-05 09:00.',
      code: 'slot_full',
      params: { starts_at: at(8), next_starts_at: at(9) },
      errors: { starts_at: [full.body.error] },
      next_slots: [9, 11, 12, 13, 14].map((hour) => ({
        starts_at: at(hour),
        ends_at: at(hour + 1),
        capacity: 1,
        booked: 0,
        available: 1,
        purpose: 'any',
        terminal: null,
        gate: null,
        closed: null,
      })),
    });
    const moved = await requested('nl', 'PATCH', `/appointments/${appointment.number}`, {
      starts_at: at(8),
      reschedule_reason: 'Rain',
    });
    const error =
      'Het tijdvak van 2099-01-05 08:00 is vol; het volgende vrije tijdvak begint om 2099-01-05 09:00.';
    expect([moved.status, moved.body.error, moved.body.errors]).toEqual([422, error, { starts_at: [error] }]);
    expect(moved.body.next_slots).toHaveLength(5);
    await client.create('/appointment_closures', { from: at(8), until: at(10), reason: 'Storm' });
    const closed = await requested('fr', 'POST', '/appointments', { starts_at: at(9) });
    expect([closed.body.error, closed.body.code, closed.body.next_slots[0].starts_at]).toEqual([
      'La porte est alors fermée : Storm.',
      'slot_closed',
      at(11),
    ]);
    expect((await client.post('/appointments', { starts_at: at(20) })).body).toMatchObject({
      error: 'No slot begins at 2099-01-05 20:00; the next free one begins at 2099-01-12 08:00.',
      next_slots: { length: 5 },
    });
  });

  it('of a hold are translated, and a 409 has what it tells, too', async () => {
    const { number } = await aContainer(client);
    const { id } = await aHoldType(client);
    const path = `/containers/${number}/holds/${id}/apply`;
    await client.put(path);
    const { status, body, headers } = await requested('de', 'PUT', path);
    expect([status, body, headers['content-language']]).toEqual([
      409,
      { error: 'Die Sperre besteht bereits.', code: 'hold_in_force', params: {} },
      'de',
    ]);
    const missing = await requested('nl', 'GET', '/containers/NONE/holds');
    expect(missing.body).toEqual({
      error: "Container 'NONE' is niet gevonden.",
      code: 'not_found',
      params: { what: 'container', key: 'NONE' },
      records: [{ type: 'container', key: 'NONE' }],
    });
  });

  it('of several refusals stand by field and one by one, each with its code and what it tells', async () => {
    const body = { truck: 'NO-1', gate: 'Nowhere', truck_driver_number: 'D-0' };
    const answer = await requested('nl', 'POST', '/truck_visits', body);
    const [truck, driver, gate] = [
      "Vrachtwagen 'NO-1' is onbekend.",
      "Nummer van de chauffeur 'D-0' is onbekend.",
      "Gate 'Nowhere' is onbekend.",
    ];
    expect(answer.body).toMatchObject({
      error: truck,
      errors: { truck: [truck], truck_driver_number: [driver], gate: [gate] },
      params: { what: 'truck', key: 'NO-1' },
    });
    expect(answer.body.reasons).toEqual([
      { code: 'unknown_reference', sentence: truck, params: { what: 'truck', key: 'NO-1' }, field: 'truck' },
      {
        code: 'unknown_reference',
        sentence: driver,
        params: { what: 'truck_driver_number', key: 'D-0' },
        field: 'truck_driver_number',
      },
      { code: 'unknown_reference', sentence: gate, params: { what: 'gate', key: 'Nowhere' }, field: 'gate' },
    ]);
  });

  it('name a field by its label, and its path beside it', async () => {
    const truck = await client.post('/trucks', { truck: { year: 'x' } });
    expect(truck.body).toEqual({
      error: 'License plate is required; Year must be a whole number.',
      code: 'invalid',
      errors: { 'truck.license_plate': ['is required'], 'truck.year': ['must be a whole number'] },
    });
    const { truck: plate } = await aVisit(client);
    const seals = await client.post(`/trucks/${plate.license_plate}/gate_out`, { container_seals: [{}, {}] });
    expect(seals.body).toMatchObject({
      error: 'Container number is required; Seal is required.',
      errors: { 'container_seals.1.container_number': ['is required'] },
    });
    const reason = await client.post('/appointments', { number: 'AP-1', starts_at: 'soon' });
    expect(reason.body.error).toMatch(/^Starts at must be a time such as /);
  });

  it('of a repetition are those of the first answer', async () => {
    await aTruck(client);
    const container = await aContainerInYard(client);
    await aHold(client, container.number);
    const body = { purposes: [pickUp(container.number)] };
    const repeat = (language: string) =>
      client.send('POST', '/appointments', body, { 'accept-language': language, 'idempotency-key': 'once' });
    const first = await repeat('nl');
    expect([first.status, first.headers['content-language']]).toEqual([201, 'nl']);
    expect(first.body.availability[0].reasons[0].sentence).toMatch(/wordt vastgehouden/);
    const again = await repeat('fr');
    expect([again.headers['idempotent-replayed'], again.headers['content-language'], again.body]).toEqual([
      'true',
      undefined,
      first.body,
    ]);
  });
});

describe('a language of the terminal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'));
  writeFileSync(
    join(folder, 'pl.json'),
    JSON.stringify({ truck_already_inside: 'Ciężarówka jest już na terminalu.' }),
  );
  const service = useService({ LANGUAGES_DIR: folder });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is shown beside those of the service', async () => {
    const client = await service.current.organization();
    const { truck } = await aVisit(client);
    const body = { truck: truck.license_plate, gate: (await aGate(client)).name };
    const { body: refused, headers } = await client.send('POST', '/truck_visits', body, {
      'accept-language': 'pl',
    });
    expect([refused.error, headers['content-language']]).toEqual(['Ciężarówka jest już na terminalu.', 'pl']);
  });
});
