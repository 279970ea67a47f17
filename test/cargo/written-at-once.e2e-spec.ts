import { aBill, aBooking, aContainer, aYardArea, keyOf, shownContainer, staysOf } from '../factories/cargo';
import { aConsignee, aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** What a container was before it is written: the requests that bring it there. */
const BEFORE = {
  departed: (at: object) => [{ ...at, goods: 'Old goods' }, { current_location_type: 'Other' }],
  announced: () => [{}],
  'at the terminal': (at: object) => [{ ...at, goods: 'Old goods' }],
};

describe('what one write of a container says', () => {
  const service = useService();
  let client: Client;
  let place: object;
  let old: Body;
  let bill: Body;
  let facts: Record<string, unknown>;
  beforeAll(async () => {
    client = await service.current.organization();
    const area = await aYardArea(client);
    place = { current_location_type: 'YardArea', current_location: area.name };
    [old, bill] = [await aBill(client), await aBill(client)];
    facts = {
      shipping_line: (await aShippingLine(client)).code,
      consignee: (await aConsignee(client)).name,
      goods: 'New goods',
      weight: 12_345,
      seals: ['S-1'],
      booking: (await aBooking(client)).number,
    };
  });

  const patch = async (number: string, body: object) => {
    const answer = await client.patch(`/containers/${number}`, body);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  };

  /** What is kept of a container and its stays, without ids and times. */
  const kept = async (number: string) => {
    const shown = await shownContainer(client, number);
    const names = (some: Body[]) => some.map(({ number: each }) => each);
    const of = (record: Body) => ({
      status: record.status ?? record.container_status,
      shipping_line: record.shipping_line?.code ?? null,
      consignee: record.consignee?.name ?? null,
      booking: record.booking?.number ?? null,
      goods: record.goods,
      weight: record.weight,
      seals: record.seals,
      bills: names(record.bill_of_ladings),
    });
    return {
      place: shown.current_location,
      shown: of(shown),
      stays: (await staysOf(client, number)).map(of),
    };
  };

  const aBox = async (before: keyof typeof BEFORE) => {
    const onBill = { bill_of_ladings: [keyOf(old)] };
    const { number } = await aContainer(client, { container_status: 'full', ...onBill });
    for (const body of BEFORE[before](place)) await patch(number, body);
    return number;
  };

  const cases = Object.keys(BEFORE).flatMap((before) =>
    (['none', 'another', 'unsaid'] as const).flatMap((bills) =>
      (['request', 'request, in reverse', 'import'] as const).map((how) => [before, bills, how] as const),
    ),
  );

  it.each(cases)(
    'of one that is %s is kept as if it came in three: bills %s, by %s',
    async (before, bills, how) => {
      const links = {
        none: { bill_of_ladings: [] },
        another: { bill_of_ladings: [keyOf(bill)] },
        unsaid: {},
      }[bills];
      const [once, thrice] = [await aBox(before as 'departed'), await aBox(before as 'departed')];
      for (const body of [place, facts, links]) await patch(thrice, body);
      const body = { ...place, ...facts, ...links };
      if (how === 'import') {
        const { bad, refused } = await importFiles(client, {
          'containers.ndjson': [{ number: once, ...body }],
        });
        expect([bad, refused]).toEqual([[], undefined]);
      } else {
        const fields = Object.entries(body);
        await patch(once, Object.fromEntries(how === 'request' ? fields : fields.reverse()));
      }
      expect(await kept(once)).toEqual(await kept(thrice));
    },
  );
});
