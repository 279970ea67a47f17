import type { Refusal } from '../../common/errors/errors';
import { type DangerousBox, refusalsOf } from './placing.rules';
import { classesOf, type SegregationTable } from './segregation.rules';

/** What stands against containers where they stand, by the id of each; none of those against which nothing stands. */
export function conflictsOf(
  boxes: DangerousBox[],
  { table, direct }: { table: SegregationTable; direct: string[] },
): Map<number, Refusal[]> {
  const areas = new Map<number | null, Area>();
  for (const box of boxes) {
    const { yard_area_id } = box.position;
    const area = areas.get(yard_area_id) ?? new Area();
    areas.set(yard_area_id, area);
    area.add(box);
  }
  const conflicts = new Map<number, Refusal[]>();
  for (const box of boxes) {
    const others = areas.get(box.position.yard_area_id)!.near(box);
    const found = refusalsOf(box, others, table, direct);
    if (found.length) conflicts.set(box.id, found);
  }
  return conflicts;
}

/** How far two containers in slots may be from each other and still be beside each other: a long one covers two bays. */
const [NEAR_BAYS, NEAR_ROWS] = [2, 1];

/** Containers by their kind of goods. */
type Kinds = Map<string, DangerousBox[]>;

/**
 * The containers of one area by their places, so that each is compared with its neighbours, and with two containers of each kind of
 * goods in the rest of the area, instead of with all.
 */
class Area {
  private readonly cells = new Map<string, DangerousBox[]>();
  /** Those in slots without bay or row, by slot. */
  private readonly unranked = new Map<number, DangerousBox[]>();
  /** Two of each kind: of all, of those in slots, and of those in slots without bay or row, which are beside every slot. */
  private readonly kinds: Kinds = new Map();
  private readonly slotKinds: Kinds = new Map();
  private readonly unrankedKinds: Kinds = new Map();

  add(box: DangerousBox): void {
    const { slot } = box.position;
    addKind(this.kinds, box);
    if (!slot) return;
    addKind(this.slotKinds, box);
    if (slot.bay && slot.row) return push(this.cells, `${slot.bay} ${slot.row}`, box);
    addKind(this.unrankedKinds, box);
    push(this.unranked, slot.id, box);
  }

  near({ position: { slot } }: DangerousBox): Set<DangerousBox> {
    const others = new Set<DangerousBox>();
    const add = (boxes: Iterable<DangerousBox>) => [...boxes].forEach((each) => others.add(each));
    add([...this.kinds.values()].flat());
    if (!slot) return others;
    add([...this.unrankedKinds.values()].flat());
    if (slot.bay && slot.row) {
      for (let bay = slot.bay - NEAR_BAYS; bay <= slot.bay + NEAR_BAYS; bay++)
        for (let row = slot.row - NEAR_ROWS; row <= slot.row + NEAR_ROWS; row++)
          add(this.cells.get(`${bay} ${row}`) ?? []);
    } else {
      add([...this.slotKinds.values()].flat());
      add(this.unranked.get(slot.id) ?? []);
    }
    return others;
  }
}

function addKind(kinds: Kinds, box: DangerousBox): void {
  const kind = JSON.stringify(box.goods.map((each) => [each.limited_quantity, classesOf(each)]));
  if ((kinds.get(kind)?.length ?? 0) < 2) push(kinds, kind, box);
}

function push<K>(boxes: Map<K, DangerousBox[]>, key: K, box: DangerousBox): void {
  const known = boxes.get(key);
  if (known) known.push(box);
  else boxes.set(key, [box]);
}
