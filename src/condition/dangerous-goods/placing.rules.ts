import { naming, type Refusal } from '../../common/errors/errors';
import { CONDITION } from '../condition.codes';
import { CONDITION_SAYS } from '../condition.sentences';
import { forbids, nearness, type Position } from './neighbours.rules';
import {
  type Apart,
  deliveredDirectly,
  notAccepted,
  segregation,
  type SegregationTable,
  type StandingGoods,
} from './segregation.rules';

/** A container with dangerous goods, where it stands or is put. */
export interface DangerousBox {
  id: number;
  number: string;
  goods: StandingGoods[];
  position: Position;
  /** The name of its slot, or of its area. */
  place: string;
  /** The classes that its area accepts; null for all. */
  accepts: string[] | null;
}

/** A container with dangerous goods that is put into the yard. */
export interface PlacedBox extends DangerousBox {
  /** Its index in the list of placings. */
  at: number;
}

/** A container that stands too near to another one. */
export interface TooNear<Box> extends Apart {
  other: Box;
}

/** Which of these containers is too near to one, by the highest value, the first of several; undefined for none. */
export function tooNear<Box extends DangerousBox>(
  box: Pick<DangerousBox, 'id' | 'goods' | 'position'>,
  others: Iterable<Box>,
  table: SegregationTable,
): TooNear<Box> | undefined {
  let worst: TooNear<Box> | undefined;
  for (const other of others) {
    const near = other.id === box.id ? null : nearness(box.position, other.position);
    if (near === null) continue;
    const apart = segregation(box.goods, other.goods, table);
    if (apart && forbids(apart.value, near) && apart.value > (worst?.value ?? 0)) worst = { ...apart, other };
  }
  return worst;
}

/**
 * Why containers may not stand where they are put, one after the other: each sees what stands and those before it. All that
 * stands against one is told together.
 */
export function againstPlacing(
  placed: PlacedBox[],
  standing: DangerousBox[],
  { table, direct }: { table: SegregationTable; direct: string[] },
): { at: number; refusal: Refusal; number: string }[] {
  const moved = new Set(placed.map(({ id }) => id));
  const others = standing.filter(({ id }) => !moved.has(id));
  return placed.flatMap((box) => {
    const refusals = refusalsOf(box, others, table, direct);
    others.push(box);
    return refusals.map((refusal) => ({ at: box.at, refusal, number: box.number }));
  });
}

/** All that stands against one container where it is. */
export function refusalsOf(
  box: DangerousBox,
  others: Iterable<DangerousBox>,
  table: SegregationTable,
  direct: string[],
): Refusal[] {
  const { number: container, place, goods } = box;
  const records = naming('container', container);
  const refusals: Refusal[] = [];
  const directly = deliveredDirectly(goods, direct);
  if (directly !== undefined)
    refusals.push({
      code: CONDITION.direct_delivery,
      sentence: CONDITION_SAYS.direct_delivery({ container, class: directly }),
      records,
    });
  const refused = notAccepted(goods, box.accepts);
  if (refused !== undefined)
    refusals.push({
      code: CONDITION.class_not_accepted,
      sentence:
        refused === null
          ? CONDITION_SAYS['class_not_accepted.unknown']({ container, place })
          : CONDITION_SAYS.class_not_accepted({ container, class: refused, place }),
      records,
    });
  const near = tooNear(box, others, table);
  if (near)
    refusals.push({
      code: CONDITION.segregation,
      sentence: CONDITION_SAYS.segregation({
        container,
        class: near.classes[0],
        place,
        other: near.other.number,
        other_class: near.classes[1],
        other_place: near.other.place,
        value: near.value,
      }),
      records: naming('container', container, near.other.number),
    });
  return refusals;
}
