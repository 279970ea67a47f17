import type { Client } from '../setup/client';
import { DIVISIONS } from '../../src/common/imdg';
import { aYardArea, aYardSlot } from './cargo';
import { aBox } from './yard';
import { type Body, next } from './record';

/** Dangerous goods of a class, as requests state them. */
export const goodsOf = (imdg_class: string, more: object = {}) => [
  { un_number: '1263', proper_shipping_name: 'PAINT', imdg_class, ...more },
];

/** A container with dangerous goods of a class, at the terminal unless the body says otherwise. Returns its number. */
export async function aDangerousBox(
  client: Client,
  imdg_class: string,
  { goods = {}, size = 20, ...body }: { goods?: object; size?: number } & Record<string, unknown> = {},
): Promise<string> {
  const { number } = await aBox(client, size, { container_status: 'full', ...body });
  await stateGoods(client, number, goodsOf(imdg_class, goods));
  return number;
}

/** States the dangerous goods of a container. Returns what is answered. */
export const stateGoods = async (client: Client, number: string, dangerous_goods: object[]): Promise<Body> =>
  (await client.put(`/containers/${number}/dangerous_goods`, { dangerous_goods })).body;

/** Slots of an area by bay and row: `A-1-1` of the area `A`. */
export async function aBlock(
  client: Client,
  area: string,
  bays: string[],
  rows: string[],
  body: object = {},
) {
  await client.post('/yard_areas', { name: area });
  for (const bay of bays)
    for (const row of rows)
      await aYardSlot(client, {
        name: `${area}-${bay}-${row}`,
        yard_area: area,
        bay,
        row,
        tiers: 4,
        ...body,
      });
}

/** A rule of segregation for two classes that have none yet. */
export const aSegregationRule = async (client: Client, body: object = {}): Promise<Body> => {
  const at = next();
  const classes = { class_a: DIVISIONS[at % 20], class_b: DIVISIONS[(at + Math.floor(at / 20)) % 20] };
  return (await client.create('/segregation_rules', { ...classes, value: 1, ...body })).segregation_rule;
};

/** A container with dangerous goods, in an area of its own. */
export const aContainerOfGoods = async (client: Client): Promise<Body> => {
  const { name } = await aYardArea(client);
  const number = await aDangerousBox(client, '3', {
    current_location_type: 'YardArea',
    current_location: name,
  });
  return (await client.get(`/containers/${number}`)).body.container;
};
