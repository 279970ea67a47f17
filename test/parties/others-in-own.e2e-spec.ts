import { aBooking } from '../factories/cargo';
import { aContainerInYard, aGate, aPreAdvice, aVisit, dropOff, pickUp } from '../factories/gate';
import { aShippingLine, aTruck, aTruckDriver, aTruckingCompany, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { useService } from '../setup/service';

/** What is of others in records that are a haulier's own. */
describe('records of a haulier', () => {
  const service = useService();
  let client: Client;
  let of: Client;
  let company: Body;
  beforeEach(async () => {
    client = await service.current.organization();
    company = await aTruckingCompany(client);
    of = await limitedTo(client, { type: 'trucking_company', key: company.code });
  });

  /** A visit of a truck of the company for a container. */
  async function visitFor(number: string, body: object = {}): Promise<Body> {
    const { license_plate: truck } = await aTruck(client, { trucking_company: company.code });
    const { advice_number } = await aPreAdvice(client, { truck, purposes: [pickUp(number)] });
    return aVisit(client, { pre_advice_number: advice_number, ...body });
  }
  /** What the events of some types say. */
  const toldOf = async (...types: string[]): Promise<any[]> => {
    await allPublished(client);
    const events = await new Follower(of, types.map((type) => `types[]=${type}`).join('&')).read();
    expect(events.length).toBeGreaterThan(0);
    return events.map(({ data }) => data);
  };
  const containerOf = async (visit: Body) => {
    const path = `/truck_visits/${visit.id}/interchanges`;
    const { interchanges } = (await of.get(path)).body;
    const alone = (await of.get(`${path}/${interchanges[0].id}`)).body.interchange.container;
    expect(interchanges[0].container).toEqual(alone);
    expect((await of.get(`/truck_visits/${visit.id}`)).body.interchanges[0].container).toEqual(alone);
    return alone;
  };

  it('do not say what is in a container that it carries', async () => {
    const { number } = await aContainerInYard(client, { goods: 'Secret goods' });
    const visit = await visitFor(number as string);
    expect(visit.interchanges[0].container.goods).toBe('Secret goods');
    expect(await containerOf(visit)).toMatchObject({ number, goods: null, container_status: 'full' });
    const { body } = await of.get('/truck_visits?format=csv');
    expect(body).not.toContain('Secret');
  });

  it('say nothing of a container that it does not carry any more', async () => {
    const { number } = await aContainerInYard(client);
    const visit = await visitFor(number as string);
    const { status } = await client.post(`/truck_visits/${visit.id}/cancel`, { reason: 'Wrong terminal' });
    expect(status).toBe(200);
    await client.patch(`/containers/${number}`, { goods: 'Later goods', container_status: 'empty' });
    expect(await containerOf(visit)).toMatchObject({ number, goods: null, container_status: null });
  });

  it('know drivers of others by name and licence alone in visits, and in announcements not at all', async () => {
    const other = await aTruckingCompany(client, { name: 'Other Haulage' });
    const personal = {
      twic: 'TW-1',
      telephone_number: '+31 6 1',
      email: 'd@x.example',
      date_of_birth: '1980-01-02',
    };
    const driver = await aTruckDriver(client, {
      firstname: 'Anneke',
      lastname: 'Vroom',
      trucking_company: company.code,
      ...personal,
    });
    const { license_plate: truck } = await aTruck(client, { trucking_company: company.code });
    const { advice_number } = await aPreAdvice(client, { truck, truck_driver_id: driver.id });
    const { id } = await aVisit(client, { pre_advice_number: advice_number });
    const seen = async () =>
      Promise.all(
        [`/truck_visits/${id}`, `/pre_advices/${advice_number}`].map(
          async (path) => (await of.get(path)).body.truck_driver,
        ),
      );
    for (const shown of await seen()) expect(shown).toMatchObject(personal);
    const events = await toldOf('truck_visit.*', 'pre_advice.*');
    for (const { truck_driver } of events)
      expect(truck_driver).toMatchObject({ fullname: 'Anneke Vroom', email: null, twic: null });
    await client.patch(`/truck_drivers/${driver.id}`, {
      trucking_company: other.code,
      telephone_number: '+31 6 2',
    });
    const [shown, announced] = await seen();
    expect(shown).toMatchObject({ fullname: 'Anneke Vroom', license_number: driver.license_number });
    expect(shown).toMatchObject({ twic: null, telephone_number: null, email: null, date_of_birth: null });
    expect(shown.trucking_company).toBeNull();
    expect(announced).toBeNull();
    for (const { truck_driver } of await toldOf('pre_advice.*')) expect(truck_driver).toBeNull();
    expect((await client.get(`/truck_visits/${id}`)).body.truck_driver).toMatchObject({
      telephone_number: '+31 6 2',
      trucking_company: 'Other Haulage',
    });
  });

  it('do not say who drove a refused truck, or is announced with one, if he works for others', async () => {
    const other = await aTruckingCompany(client);
    const [own, foreign] = await Promise.all(
      [company, other].map(({ code }) =>
        aTruckDriver(client, { trucking_company: code, firstname: 'Anneke' }),
      ),
    );
    const { license_plate: truck } = await aTruck(client, { trucking_company: company.code, active: false });
    const gate = (await aGate(client)).name;
    for (const { id } of [own!, foreign!])
      expect((await client.post('/truck_visits', { gate, truck, truck_driver_id: id })).status).toBe(422);
    const ids = (records: any[]) => records.map(({ truck_driver }) => truck_driver?.id ?? null);
    expect(ids((await of.get('/gate_refusals')).body.gate_refusals)).toEqual([own!.id, null]);
    expect(ids(await toldOf('gate_refusal.created'))).toEqual([own!.id, null]);
    const { appointment } = await client.create('/appointments', { truck });
    await client.patch(`/appointments/${appointment.number}`, { truck_driver: foreign!.license_number });
    expect((await of.get(`/appointments/${appointment.number}`)).body.appointment.truck_driver).toBeNull();
    await client.post(`/appointments/${appointment.number}/cancel`, { reason: 'Rain' });
    expect(await toldOf('appointment.cancelled')).toMatchObject([{ truck_driver: null }]);
  });

  it('do not say of a refused truck what speaks of others', async () => {
    const [line, another] = [await aShippingLine(client), await aShippingLine(client)];
    const booking = await aBooking(client, { shipping_line: line.code });
    const { license_plate: truck } = await aTruck(client, { trucking_company: company.code });
    const cargo = { cargo_type: 'container', container_number: 'NEWU1000001', container_status: 'full' };
    const { code } = (await client.create('/container_types', { code: 'T-1', size: 20 })).container_type;
    const { advice_number: pre_advice_number } = await aPreAdvice(client, {
      truck,
      purposes: [
        dropOff({ ...cargo, container_type: code, shipping_line: another.code }, { booking: booking.number }),
      ],
    });
    const refused = await client.post('/truck_visits', {
      gate: (await aGate(client)).name,
      pre_advice_number,
    });
    expect(refused.body.code).toBe('other_shipping_line');
    const reasons = async (as: Client) => (await as.get('/gate_refusals')).body.gate_refusals[0].reasons;
    expect(await reasons(client)).toMatchObject([{ code: 'other_shipping_line' }]);
    expect(await reasons(of)).toMatchObject([
      { code: 'refused', sentence: 'The terminal does not allow this: ask there.', params: {} },
    ]);
    const [given] = await toldOf('gate_refusal.created');
    expect(given.reasons).toEqual(await reasons(of));
  });
});
