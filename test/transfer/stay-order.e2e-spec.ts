import { aContainer } from '../factories/cargo';
import { exportFiles, importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

interface Listed {
  number: number;
  container: { number: string };
}

const [FIRST, SECOND] = ['WHAU1000004', 'WHAU2000003'];

/** So many stays of a container, as they are shown below. */
const counted = (number: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${number} ${n + 1}`);
const shown = (stays: Listed[]) => stays.map(({ container, number }) => `${container.number} ${number}`);
const allStays = async (at: Client) =>
  shown((await at.get('/container_stays?per=100')).body.container_stays as Listed[]);
const staysOf = async (at: Client, number: string) =>
  shown((await at.get(`/containers/${number}/stays?per=100`)).body.stays as Listed[]);

describe('the stays of an import', () => {
  const service = useService();
  let client: Client;
  let copy: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    copy = await service.current.organization();
  });

  const move = async (number: string, current_location_type: string) =>
    expect((await client.patch(`/containers/${number}`, { current_location_type })).status).toBe(200);

  it('are created in order of container and number, whatever their order in the original', async () => {
    for (const number of [SECOND, FIRST]) await aContainer(client, { number });
    for (let stay = 1; stay <= 3; stay++)
      for (const number of [SECOND, FIRST]) {
        await move(number, 'Terminal');
        if (stay < 3) await move(number, 'Other');
      }

    const exported = await exportFiles(client);
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    for (const number of [FIRST, SECOND]) {
      expect(await staysOf(client, number)).toEqual(counted(number, 3));
      expect(await staysOf(copy, number)).toEqual(counted(number, 3));
    }
    expect(await allStays(copy)).toEqual([...counted(FIRST, 3), ...counted(SECOND, 3)]);
    expect(await exportFiles(copy)).toEqual(exported);

    // a copy of the copy, and one that was made before the last stays began
    const another = await service.current.organization();
    expect((await importFiles(another, exported)).bad).toEqual([]);
    expect(await allStays(another)).toEqual(await allStays(copy));
    for (const number of [SECOND, FIRST]) {
      await move(number, 'Other');
      await move(number, 'Terminal');
      await move(number, 'Other');
      await move(number, 'Terminal');
    }
    expect((await importFiles(copy, await exportFiles(client))).bad).toEqual([]);
    expect(await allStays(copy)).toEqual([
      ...counted(FIRST, 3),
      ...counted(SECOND, 3),
      ...[FIRST, SECOND].flatMap((number) => counted(number, 5).slice(3)),
    ]);
    expect(await exportFiles(copy)).toEqual(await exportFiles(client));
  });

  it('are created so from lines in any order, also where those of containers do not name their stay', async () => {
    const at = (stay: number, hour: number) => `2026-01-${String(stay).padStart(2, '0')}T0${hour}:00:00Z`;
    const stays = [FIRST, SECOND].flatMap((container) =>
      Array.from({ length: 11 }, (_, n) => ({
        container: container.toLowerCase(),
        number: n + 1,
        ...(n < 10
          ? { status: 'departed', in_at: at(n + 1, 1), out_at: at(n + 1, 2) }
          : { status: 'announced' }),
      })),
    );
    const files = {
      'containers.ndjson': [
        { number: SECOND, stay: 11 },
        { number: FIRST, current_location_type: 'Terminal' },
      ],
      'container_stays.ndjson': stays.reverse(),
    };
    // the line of a container that is here tells of its first stay
    const [first] = stays.filter(
      ({ container, number }) => container === FIRST.toLowerCase() && number === 11,
    );
    Object.assign(first!, { status: 'cancelled' });
    expect((await importFiles(copy, files)).bad).toEqual([]);
    expect(await allStays(copy)).toEqual([...counted(FIRST, 11), ...counted(SECOND, 11)]);
  });
});
