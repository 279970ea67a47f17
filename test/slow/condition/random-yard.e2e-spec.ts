import { aContainerType, aYardArea } from '../../factories/cargo';
import { importFiles } from '../../factories/transfer';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';

/** A yard of boxes with dangerous goods, and what may stand where by a model that shares no code with the service. */
const [AREAS, BAYS, ROWS, TIERS] = [40, 5, 5, 10];
const BOXES = 5_000;
const PLACINGS = 1_000;

/** IMDG 7.2.4 by its rows, each up to the diagonal; `-` for no segregation. The three rows of class 1 are left out: they are 4. */
const LOWER_ROWS = [
  ['2.1', '-'],
  ['2.2', '--'],
  ['2.3', '---'],
  ['3', '212-'],
  ['4.1', '1----'],
  ['4.2', '21221-'],
  ['4.3', '2--2-1-'],
  ['5.1', '2--2122-'],
  ['5.2', '21222222-'],
  ['6.1', '-----1-11-'],
  ['6.2', '4223332331-'],
  ['7', '211222212-3-'],
  ['8', '1---11122-32-'],
  ['9', '--------------'],
] as const;
const NAMES: string[] = LOWER_ROWS.map(([name]) => name);
/** Class 1.4 and the others, in the order of NAMES. */
const OF_1_4 = '211222222-422-';

const apart = (one: string, other: string): number => {
  if (one === '1.4' && other === '1.4') return 4;
  if (one === '1.4' || other === '1.4')
    return Number(OF_1_4[NAMES.indexOf(one === '1.4' ? other : one)]!.replace('-', '0'));
  const [low, high] = [NAMES.indexOf(one), NAMES.indexOf(other)].sort((a, b) => a - b) as [number, number];
  return Number(LOWER_ROWS[high]![1][low]!.replace('-', '0'));
};

/** What goods leave unsaid. */
const UNSAID = Object.fromEntries(
  'un_number proper_shipping_name packing_group flashpoint_celsius net_weight ems contact remarks'
    .split(' ')
    .map((name) => [name, null]),
);

interface Box {
  number: string;
  classes: string[];
  long: boolean;
  area: number;
  bay: number;
  row: number;
}

/** Numbers that look random and are the same each time. */
function numbers(seed: number) {
  let state = seed;
  return (most: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}

describe('a yard of 5,000 boxes with dangerous goods', () => {
  const service = useService();
  let client: Client;
  const random = numbers(20_261_129);
  const boxes: Box[] = [];

  const anyClasses = (): string[] => {
    const rare = random(100);
    if (rare < 86) return ['9'];
    const first =
      rare < 98 ? ['3', '8', '5.1', '2.1', '4.3', '6.1'][random(6)]! : ['1.4', '6.2', '7'][random(3)]!;
    return random(4) ? [first] : [first, '8'];
  };
  // long boxes have rows of their own, since a stack is of one length
  const anyPlace = (long: boolean) => ({
    area: random(AREAS),
    bay: random(BAYS),
    row: long ? 3 + random(2) : random(3),
  });
  const slotOf = ({ area, bay, row }: Pick<Box, 'area' | 'bay' | 'row'>) => `S${area}-${bay * 7 + 3}-${row}`;
  const isFull = (place: Pick<Box, 'area' | 'bay' | 'row'>) =>
    boxes.filter((each) => slotOf(each) === slotOf(place)).length >= TIERS;

  /** Whether a box may not stand in a place, compared with every other box. */
  const isRefused = (box: Box, place: Pick<Box, 'area' | 'bay' | 'row'>): boolean =>
    boxes.some((other) => {
      if (other === box || other.area !== place.area) return false;
      const value = Math.max(...box.classes.flatMap((one) => other.classes.map((two) => apart(one, two))));
      const covered = (bay: number, long: boolean) => (long ? [bay, bay + 1] : [bay]);
      const gaps = covered(place.bay, box.long).flatMap((one) =>
        covered(other.bay, other.long).map((two) => Math.abs(one - two)),
      );
      const gap = Math.min(...gaps);
      const rows = Math.abs(other.row - place.row);
      if (value >= 3) return true;
      if (value === 2) return gap <= 1 && rows <= 1;
      return value === 1 && gap === 0 && rows === 0;
    });

  beforeAll(async () => {
    client = await service.current.organization();
    const [short, long] = [
      (await aContainerType(client, { size: 20 })).code,
      (await aContainerType(client, { size: 40 })).code,
    ];
    const areas: string[] = [];
    for (let n = 0; n < AREAS; n++) areas.push((await aYardArea(client)).name);
    const slots = areas.flatMap((yard_area, area) =>
      Array.from({ length: BAYS * ROWS }, (_, n) => {
        const [bay, row] = [Math.floor(n / ROWS), n % ROWS];
        return {
          name: slotOf({ area, bay, row }),
          yard_area,
          bay: String(bay * 7 + 3),
          row: String(row),
          tiers: TIERS,
        };
      }),
    );
    while (boxes.length < BOXES) {
      const isLong = random(3) === 0;
      const place = anyPlace(isLong);
      if (isFull(place)) continue;
      boxes.push({
        number: `RNDU${1_000_000 + boxes.length}`,
        classes: anyClasses(),
        long: isLong,
        ...place,
      });
    }
    await importFiles(client, {
      'yard_slots.ndjson': slots,
      'containers.ndjson': boxes.map((box) => ({
        number: box.number,
        container_type: box.long ? long : short,
        container_status: 'full',
        current_location_type: 'YardSlot',
        current_location: slotOf(box),
      })),
    });
    await service.current.query(
      `UPDATE container_stays s SET dangerous_goods = jsonb_build_array(jsonb_build_object('imdg_class', g.classes ->> 0,
         'subsidiary_classes', g.classes - 0, 'limited_quantity', false, 'marine_pollutant', false) || $3::jsonb)
       FROM jsonb_to_recordset($2::jsonb) AS g(number text, classes jsonb)
       JOIN containers c ON c.organization_id = $1 AND c.number = g.number
       WHERE s.organization_id = c.organization_id AND s.id = c.stay_id`,
      [
        client.organization_id,
        JSON.stringify(boxes.map(({ number, classes }) => ({ number, classes }))),
        JSON.stringify(UNSAID),
      ],
    );
    await client.patch('/organization', { dangerous_goods_check: 'refuse', direct_delivery_classes: [] });
  });

  it('takes what the model takes, and refuses what it refuses, 1,000 times', async () => {
    let refused = 0;
    for (let n = 0; n < PLACINGS; n++) {
      const dangerous = boxes.filter(({ classes }) => classes[0] !== '9');
      const box = random(5) ? dangerous[random(dangerous.length)]! : boxes[random(boxes.length)]!;
      const place = anyPlace(box.long);
      if (isFull(place) || slotOf(place) === slotOf(box)) continue;
      const expected = isRefused(box, place);
      const answer = await client.post(`/containers/${box.number}/moves`, {
        to: { type: 'YardSlot', name: slotOf(place) },
        dig: true,
      });
      expect([n, box, slotOf(place), answer.status, answer.body.code]).toEqual([
        n,
        box,
        slotOf(place),
        expected ? 422 : 201,
        expected ? 'segregation' : undefined,
      ]);
      if (expected) refused++;
      else Object.assign(box, place);
    }
    expect(refused).toBeGreaterThan(PLACINGS / 10);
    expect(refused).toBeLessThan((PLACINGS * 9) / 10);
  });

  it('finds the boxes that stand where they may not, and no others', async () => {
    const expected = boxes.filter((box) => isRefused(box, box)).map(({ number }) => number);
    const found: string[] = [];
    for (let page = 1, more = true; more; page++) {
      const { body } = await client.get(`/dangerous_goods?conflicts=true&per=100&page=${page}`);
      found.push(
        ...body.dangerous_goods.map(({ container }: { container: { number: string } }) => container.number),
      );
      more = Boolean(body.actions.next);
    }
    expect(found.sort()).toEqual(expected.sort());
    const { body } = await client.get('/dangerous_goods?per=100');
    expect(body.dangerous_goods).toHaveLength(100);
  });
});
