import { aContainer, aContainerType } from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  aVisit,
  aVisitFor,
  dropOff,
  pickUp,
} from '../factories/gate';
import { aShippingLine, aTruck } from '../factories/parties';
import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const RIGHT = 'WHAU4142033';
const WRONG = 'WHAU4142034';
const SENTENCE = `Container number '${WRONG}' has no valid check digit (ISO 6346).`;

describe('the check digit of a container number', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization({ check_digit_required: true });
    await aGate(client, { name: 'In 1' });
  });

  const brings = async (container_number: string) =>
    dropOff(await aNewContainer(client, { container_number }));

  it('is shown for the container of each interchange', async () => {
    await client.patch('/organization', { check_digit_required: false });
    const purposes = [
      await brings(RIGHT),
      await brings(WRONG),
      { purpose_type: 'pick up', cargo: { cargo_type: 'general cargo' } },
    ];
    const { interchanges } = await aVisitFor(client, purposes, { gate: 'In 1' });
    const meets = interchanges.map((each: { meets_iso_standards: boolean }) => each.meets_iso_standards);
    expect(meets).toEqual([true, false, null]);
  });

  it('is checked for a new number at the gate, at the desk and in the set-up', async () => {
    const { license_plate: truck } = await aTruck(client);
    const { id } = await aVisit(client, { gate: 'In 1' });
    const { number: known } = await aContainer(client, { number: RIGHT });
    const purposes = [await brings(WRONG)];
    for (const [answer, field] of [
      [await client.post('/pre_advices', { truck, purposes }), 'purposes.0.cargo.container_number'],
      [await client.post('/appointments', { truck, purposes }), 'purposes.0.cargo.container_number'],
      [await client.post(`/truck_visits/${id}/interchanges`, purposes[0]), 'cargo.container_number'],
      [await client.post('/containers', { number: 'whau 4142034' }), 'number'],
      [await client.patch(`/containers/${known}`, { number: WRONG }), 'number'],
    ] as const)
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { code: 'check_digit_wrong', error: SENTENCE, errors: { [field]: [SENTENCE] } },
      ]);
    expect((await client.get(`/containers/${WRONG}`)).status).toBe(404);
    expect((await client.post('/pre_advices', { truck, purposes: [await brings(RIGHT)] })).status).toBe(201);
  });

  it('is not checked for a known number, nor in files', async () => {
    const { code: container_type } = await aContainerType(client);
    const { code: shipping_line } = await aShippingLine(client);
    const line = { number: WRONG, container_type, shipping_line, container_status: 'full' };
    expect((await importFiles(client, { 'containers.ndjson': [line] })).bad).toEqual([]);
    const cargo = { cargo_type: 'container', container_status: 'full', container_number: WRONG };
    await aVisitFor(client, [dropOff(cargo)], { gate: 'In 1' });
    expect((await client.patch(`/containers/${WRONG}`, { number: WRONG, goods: 'Tea' })).status).toBe(200);
  });

  it('is not checked where the organization does not require it', async () => {
    await client.patch('/organization', { check_digit_required: false });
    const { number } = await aContainerInYard(client, { number: WRONG });
    await aVisitFor(client, [pickUp(number)], { gate: 'In 1' });
  });
});
