import type { Columns } from '../../common/schema/columns';
import type { Appointment } from '../announcements/appointment.kind';
import { requireOpen, slotChangeOf } from './appointment.rules';

const START = '2026-11-30T08:00:00.000Z';
const LATER = '2026-11-30T09:00:00.000Z';
const booked = {
  number: 'AP-1',
  starts_at: new Date(START),
  slot_purpose: 'any',
  used_at: null,
  cancelled_at: null,
  left_without_at: null,
} as Columns<Appointment>;
const free = { ...booked, starts_at: null, slot_purpose: null };

describe("the change of an appointment's slot", () => {
  it('is none without a slot, a place or a purpose in the request', () => {
    expect(slotChangeOf(booked, { expected_at: LATER })).toEqual({
      starts_at: START,
      isPlaced: false,
      mayBeGiven: false,
      reopens: false,
      cleared: {},
    });
  });

  it('is another slot, with a reason, chosen anew by place', () => {
    expect(() => slotChangeOf(booked, { starts_at: LATER, reschedule_reason: ' ' })).toThrow(
      'An appointment gets another slot with a reschedule reason only.',
    );
    expect(slotChangeOf(booked, { starts_at: LATER, reschedule_reason: 'Late' })).toMatchObject({
      starts_at: LATER,
      isPlaced: true,
      cleared: { ends_at: null, slot_purpose: null, missed_at: null, terminal_id: null, gate_id: null },
    });
    expect(slotChangeOf(free, { starts_at: LATER })).toMatchObject({ starts_at: LATER, isPlaced: true });
  });

  it('checks the same slot again for other purposes, another place or another company', () => {
    expect(slotChangeOf(booked, { purposes: [] })).toMatchObject({ isPlaced: true, cleared: {} });
    expect(slotChangeOf(booked, { gate: 'In 1' })).toMatchObject({
      isPlaced: true,
      cleared: { terminal_id: null, gate_id: null },
    });
    expect(slotChangeOf(booked, { truck: 'WH-1' })).toMatchObject({ isPlaced: false, mayBeGiven: true });
  });

  it('reopens one whose truck left without cargo, by a start or, without a slot, by another time', () => {
    const left = { used_at: new Date(), left_without_at: new Date() };
    const reopened = { used_at: null, left_without_at: null };
    expect(
      slotChangeOf({ ...booked, ...left }, { starts_at: START, reschedule_reason: 'Again' }),
    ).toMatchObject({
      reopens: true,
      isPlaced: true,
      cleared: { ...reopened, ends_at: null, slot_purpose: null },
    });
    expect(slotChangeOf({ ...booked, ...left }, { expected_at: LATER })).toMatchObject({
      reopens: false,
      cleared: {},
    });
    expect(slotChangeOf({ ...free, ...left }, { expected_at: LATER })).toMatchObject({
      reopens: true,
      cleared: reopened,
    });
  });

  it('leaves a used or cancelled appointment to its refusal', () => {
    const used = { ...booked, used_at: new Date() };
    expect(slotChangeOf(used, { starts_at: LATER, reschedule_reason: 'Late' }).cleared).toEqual({});
  });
});

it('cancels an appointment that is neither used nor cancelled', () => {
  expect(() => requireOpen(booked)).not.toThrow();
  expect(() => requireOpen({ ...booked, used_at: new Date() })).toThrow(
    "Appointment 'AP-1' has been used already.",
  );
  expect(() => requireOpen({ ...booked, cancelled_at: new Date() })).toThrow(
    "Appointment 'AP-1' has been cancelled already.",
  );
});
