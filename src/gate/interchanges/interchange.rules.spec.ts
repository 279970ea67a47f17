import { onHold } from '../../cargo/release/on-hold.rule';
import { ELSEWHERE } from '../../cargo/release/release-rule';
import type { Refusal } from '../../common/errors/errors';
import { gateReason } from '../refusals/refused-at-gate';
import {
  completesAtGateOut,
  placeAfter,
  refusalOfDate,
  refusalToComplete,
  refusalToRelease,
  leavesWithNothing,
} from './interchange.rules';

describe('what gate-out completes', () => {
  const completed = (departure: object) =>
    (['interchange_in', 'interchange_out'] as const).map((type) =>
      completesAtGateOut({ type, completed: false }, departure),
    );

  it.each([
    [{}, [true, true]],
    [{ left_without_container: false, reason_for_incomplete: null }, [true, true]],
    [{ reason_for_incomplete: ' ' }, [true, true]],
    [{ left_without_container: true }, [true, false]],
    [{ reason_for_incomplete: 'Damaged' }, [false, false]],
    [{ left_without_container: true, reason_for_incomplete: 'Damaged' }, [true, false]],
  ])('with %j: in and out %j', (departure, expected) => {
    expect(completed(departure)).toEqual(expected);
  });

  it('skips completed interchanges', () => {
    expect(completesAtGateOut({ type: 'interchange_in', completed: true }, {})).toBe(false);
  });
});

describe('the time of a hand-over', () => {
  const now = new Date('2026-11-20T10:00:00Z');

  it.each([
    ['2026-11-20T10:01:00Z', undefined],
    ['2026-11-20T10:01:01Z', 'time_to_come'],
    ['2025-11-20T10:00:00Z', undefined],
    ['2025-11-20T09:59:59Z', 'time_long_ago'],
    ['1999-01-01T00:00:00Z', 'time_long_ago'],
  ])('%s: %s', (at, code) => {
    expect(refusalOfDate(at, now, 'at')?.code).toBe(code);
  });
});

/** A refusal with its English sentence. */
const said = (refusal: Refusal | undefined) => refusal && { ...refusal, sentence: String(refusal.sentence) };

describe('the refusal to let a truck leave', () => {
  it('names one container, or several', () => {
    expect(refusalToComplete('arrived', [])).toBeUndefined();
    expect(said(refusalToComplete('arrived', ['A']))?.sentence).toBe(
      'Truck Visit was not completed. The following container is at the terminal already: A',
    );
    expect(said(refusalToComplete('arrived', ['A', 'B']))).toEqual({
      code: 'already_here',
      sentence: 'Truck Visit was not completed. The following containers are at the terminal already: A, B',
      records: [
        { type: 'container', key: 'A' },
        { type: 'container', key: 'B' },
      ],
    });
  });

  const refusals = new Map([
    ['held', onHold.refusal],
    ['held_by_bill', onHold.refusal],
    ['departed', ELSEWHERE],
    ['on_truck', ELSEWHERE],
    ['quarantine', undefined],
  ]);
  const kept = (number: string, ...codes: string[]) => ({
    number,
    reasons: codes.map((code) => gateReason(code, `${number}: ${code}.`)),
  });

  it('names the containers that the first rule keeps', () => {
    expect(refusalToRelease([kept('A')], refusals)).toBeUndefined();
    expect(
      said(refusalToRelease([kept('A', 'on_truck', 'held'), kept('B', 'held_by_bill'), kept('C')], refusals)),
    ).toEqual({
      code: 'container_held',
      sentence: 'Truck Visit was not completed. The following containers have unlifted holds: A, B',
      records: [
        { type: 'container', key: 'A' },
        { type: 'container', key: 'B' },
      ],
    });
    expect(
      said(refusalToRelease([kept('A', 'quarantine', 'departed'), kept('B', 'on_truck')], refusals)),
    ).toMatchObject({
      code: 'container_not_at_terminal',
      sentence: 'Truck Visit was not completed. The following containers are not at the terminal: A, B',
    });
  });

  it.each(['quarantine', 'one that no rule declares'])('lets no reason pass: %s', (code) => {
    expect(said(refusalToRelease([kept('A'), kept('B', code)], refusals))).toEqual({
      code: 'container_not_released',
      sentence: `Truck Visit was not completed. B: ${code}.`,
      records: [{ type: 'container', key: 'B' }],
    });
  });
});

describe('the place of equipment afterwards', () => {
  const at = (current_location_type: string | null, current_location_id: number | null = null) => ({
    current_location_type,
    current_location_id,
  });

  it('is the gate for a drop-off, unless the yard has placed it', () => {
    for (const type of [null, 'Other', 'Voyage', 'Consignee'])
      expect(placeAfter('interchange_in', at(type), 7)).toEqual({ type: 'Gate', id: 7 });
    expect(placeAfter('interchange_in', at('YardSlot', 3), 7)).toEqual({ type: 'YardSlot', id: 3 });
  });

  it('is the consignee for a full import container, else elsewhere', () => {
    const container = { ...at('YardSlot', 3), usage: 'import', container_status: 'full', consignee_id: 5 };
    expect(placeAfter('interchange_out', container, 7)).toEqual({ type: 'Consignee', id: 5 });
    for (const change of [{ usage: 'export' }, { container_status: 'empty' }, { consignee_id: null }])
      expect(placeAfter('interchange_out', { ...container, ...change }, 7)).toEqual({
        type: 'Other',
        id: null,
      });
    expect(placeAfter('interchange_out', at('YardArea', 1), 7)).toEqual({ type: 'Other', id: null });
  });
});

describe('a truck that leaves', () => {
  const each = (id: number, completed: boolean, announced = true) => ({ id, completed, announced });

  it('leaves with nothing when none of its announced interchanges is completed and stays so', () => {
    const [done, open, added] = [each(1, true), each(2, false), each(3, true, false)];
    expect(leavesWithNothing([open], [], [])).toBe(true);
    expect(leavesWithNothing([open, added], [], [])).toBe(true);
    expect(leavesWithNothing([done, open], [], [done])).toBe(true);
    expect(leavesWithNothing([done, open], [], [])).toBe(false);
    expect(leavesWithNothing([open], [open], [])).toBe(false);
  });
});
