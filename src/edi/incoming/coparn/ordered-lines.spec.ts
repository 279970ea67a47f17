import { EquipmentDraft } from '../reading/equipment';
import { NOWHERE } from '../reading/words';
import { linesOf, mergedLines, type StandingLine, type TypedGroup } from './ordered-lines';

const [DRY, REEFER] = [22, 45];

/** A group of containers: several of a type, or one with its number. */
function group(
  container_type_id: number | null,
  quantity = 1,
  facts: Partial<EquipmentDraft> = {},
): TypedGroup {
  const draft = Object.assign(new EquipmentDraft(NOWHERE), { quantity, ...facts });
  return { container_type_id, equipment: draft.end() };
}
const box = (container_type_id: number, number: string, facts: Partial<EquipmentDraft> = {}) =>
  group(container_type_id, 1, { number, ...facts });

function standing(
  number: number,
  container_type_id: number,
  quantity: number | null,
  used = 0,
): StandingLine {
  const [line] = linesOf([group(container_type_id)]);
  return { ...line!, number, quantity, used, has_release: false };
}
const short = (lines: { number?: number; container_type_id: number | null; quantity: number | null }[]) =>
  lines.map(({ number, container_type_id, quantity }) => [number ?? null, container_type_id, quantity]);

describe('lines of groups', () => {
  it('are the groups without a number, in which containers of their type count', () => {
    const lines = linesOf([
      group(DRY, 2),
      box(DRY, 'A'),
      group(REEFER, 1, { set_point: '-18' }),
      group(DRY, 3),
    ]);
    expect(short(lines)).toEqual([
      [null, DRY, 3],
      [null, REEFER, 1],
      [null, DRY, 3],
    ]);
    expect(lines[1]).toMatchObject({ set_point: -18, operating_reefer: true });
  });

  it('are containers of a type together, with what they have in common', () => {
    const facts = { goods: ['PAINT'], set_point: '-18' as const };
    const lines = linesOf([
      box(DRY, 'A', { ...facts, container_status: 'full' }),
      box(DRY, 'B', { ...facts, container_status: 'full', goods: ['TOYS'] }),
      box(REEFER, 'C', facts),
    ]);
    expect(lines).toMatchObject([
      { container_type_id: DRY, quantity: 2, goods: null, set_point: -18, container_status: 'full' },
      { container_type_id: REEFER, quantity: 1, goods: 'PAINT', container_status: null },
    ]);
  });
});

describe('lines of a booking', () => {
  const stored = [standing(1, DRY, 5, 2), standing(3, REEFER, 1)];
  const after = (intent: Parameters<typeof mergedLines>[0], ...groups: TypedGroup[]) => {
    const { lines, left } = mergedLines(intent, stored, groups);
    return { lines: short(lines), left: left.map(({ number }) => number) };
  };

  it('are replaced by their types', () => {
    expect(after('replace', group(REEFER, 4), group(DRY, 3))).toEqual({
      lines: [
        [3, REEFER, 4],
        [1, DRY, 3],
      ],
      left: [],
    });
  });

  it('stay with what was done where a whole document drops them', () => {
    expect(after('replace', group(REEFER, 4))).toEqual({
      lines: [
        [3, REEFER, 4],
        [1, DRY, 2],
      ],
      left: [1],
    });
    expect(after('replace', group(DRY, 2))).toEqual({ lines: [[1, DRY, 2]], left: [] });
  });

  it('grow by what is added, of another type behind', () => {
    expect(after('add', group(DRY, 1), group(DRY, 1), group(null, 1)).lines).toEqual([
      [1, DRY, 7],
      [3, REEFER, 1],
      [null, null, 1],
    ]);
  });

  it('change where they are named, and grow by containers that the booking lacks', () => {
    expect(after('change', group(REEFER, 2)).lines).toEqual([
      [1, DRY, 5],
      [3, REEFER, 2],
    ]);
    expect(after('change', box(REEFER, 'A')).lines).toEqual([
      [1, DRY, 5],
      [3, REEFER, 2],
    ]);
  });

  it('shrink by what is taken away, and go when nothing is left of an unused one', () => {
    expect(after('remove', group(DRY, 1), group(REEFER, 4)).lines).toEqual([[1, DRY, 4]]);
    const only = mergedLines('remove', [standing(1, DRY, 2)], [group(DRY, 2)]);
    expect(short(only.lines)).toEqual([[1, DRY, 0]]);
  });

  it('take as many as come where they did before', () => {
    const open = mergedLines('add', [standing(1, DRY, null)], [group(DRY, 2)]);
    expect(short(open.lines)).toEqual([[1, DRY, null]]);
  });
});
