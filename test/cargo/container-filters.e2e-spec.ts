import { aBill, aBooking, aContainer, aYardArea, keyOf } from '../factories/cargo';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('containers', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** The numbers of the containers that a query finds. */
  const found = async (query: string): Promise<string[]> =>
    (await client.get(`/containers?${query}`)).body.containers.map(
      ({ number }: { number: string }) => number,
    );

  it('are found by a part of their number, in any case', async () => {
    const numbers = ['WHAU1234567', 'TDKU1234569', 'WHAU7654321', 'LOT 12-345'];
    for (const number of numbers) await aContainer(client, { number });
    const [first, second, third, odd] = (await found('')) as [string, string, string, string];
    for (const [part, those] of [
      ['WHAU', [first, third]],
      ['whau12', [first]],
      ['WHAU123', [first]],
      ['au1234567', [first]],
      ['u1234', [first, second]],
      ['1234', [first, second]],
      ['345', [first, second, odd]],
      ['2-345', [odd]],
      ['hau', [first, third]],
      // the digits are there, and what is before them is not
      ['TDKU7654', []],
      ['XU1234567', []],
      ['1234%', []],
      ['WHAU_234', []],
    ] as const)
      expect([part, await found(`q=${encodeURIComponent(part)}`)]).toEqual([part, those]);
    expect((await client.get('/containers?q=12')).body.error).toBe('Q must have three letters or digits.');
    expect(await found('q=WHAU123&held=false')).toEqual([first]);
    expect(await found('q=WHAU123&held=true')).toEqual([]);
  });

  it('are listed by each of their other filters', async () => {
    const { name } = await aYardArea(client);
    const [voyage, booking, bill] = [await aVoyage(client), await aBooking(client), await aBill(client)];
    const { number } = await aContainer(client, {
      usage: 'import',
      container_status: 'full',
      arrival_voyage: voyage.number,
      booking: booking.number,
      bill_of_ladings: [keyOf(bill)],
      current_location_type: 'YardArea',
      current_location: name,
    });
    const { number: other } = await aContainer(client);
    for (const query of [
      'usage=import',
      'container_status=full',
      'at_terminal=true',
      'current_location_type=YardArea',
      'location_type[]=YardArea&location_type[]=Gate',
      `voyage_number=${voyage.number}`,
      `booking_number=${booking.number}`,
      `bill_of_lading_number=${bill.number}`,
      `number=${number}`,
      'at_terminal=true&usage=import&updated_since=2000-01-01',
    ])
      expect([query, await found(query)]).toEqual([query, [number]]);
    expect(await found('at_terminal=false')).toEqual([other]);
    expect(await found('updated_since=2000-01-01')).toEqual([number, other]);
    for (const query of [
      'usage=export',
      'container_status=empty',
      'location_type[]=Gate',
      'voyage_number=NO',
    ])
      expect([query, await found(query)]).toEqual([query, []]);
  });
});
