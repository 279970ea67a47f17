import type { Columns } from '../../common/schema/columns';
import type { Voyage } from './voyage.entity';
import { isTurned, outOfSequence, statusAfter, stillToCome } from './voyage.rules';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const sent = (hour: number) => at(hour).toISOString();
const voyage = (anchorage: number | null, berth: number | null, departure: number | null) =>
  ({
    actual_time_of_anchorage: anchorage === null ? null : at(anchorage),
    actual_time_of_berth: berth === null ? null : at(berth),
    actual_time_of_departure: departure === null ? null : at(departure),
  }) as Columns<Voyage>;

describe('the status that an update leaves', () => {
  it.each([
    [null, {}, 'unknown'],
    [12, {}, 'departed'],
    [12, { at_of_departure: null }, 'unknown'],
    [null, { at_of_departure: sent(12) }, 'departed'],
    [12, { at_of_departure: sent(13) }, 'departed'],
  ])('departed %s, sent %j: %s', (departure, input, status) => {
    expect(statusAfter(voyage(null, null, departure), input)).toBe(status);
  });
});

describe('a time to come', () => {
  const ahead = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  it.each([
    ['half a minute ahead', null, { at_of_berth: ahead(30) }, undefined],
    ['berth', null, { at_of_berth: ahead(90) }, 'at_of_berth'],
    ['customs', null, { at_of_customs_clearance: ahead(90) }, 'at_of_customs_clearance'],
    ['the pilot', null, { at_of_departure_pilot_boarded: ahead(90) }, 'at_of_departure_pilot_boarded'],
    ['an estimate', null, { et_of_berth: ahead(90) }, undefined],
  ])('%s', (_what, current, input, field) => {
    expect(stillToCome(current, input)?.field).toBe(field);
  });
});

describe('the sequence of a call', () => {
  it.each([
    ['no times', voyage(null, null, null), {}, undefined],
    ['equal times', voyage(10, 10, 10), { at_of_berth: sent(10) }, undefined],
    ['berth before anchorage', voyage(10, null, null), { at_of_berth: sent(9) }, 'at_of_berth'],
    ['anchorage after berth', voyage(null, 10, null), { at_of_anchorage: sent(11) }, 'at_of_anchorage'],
    ['departure before berth', voyage(null, 10, null), { at_of_departure: sent(9) }, 'at_of_departure'],
    ['berth after departure', voyage(null, null, 10), { at_of_berth: sent(11) }, 'at_of_berth'],
    [
      'departure before anchorage, no berth',
      voyage(10, null, null),
      { at_of_departure: sent(9) },
      'at_of_departure',
    ],
    [
      'pilot before anchorage',
      voyage(10, null, null),
      { at_of_pilot_boarded: sent(9) },
      'at_of_pilot_boarded',
    ],
    ['berth before pilot', voyage(null, 10, null), { at_of_pilot_boarded: sent(11) }, 'at_of_pilot_boarded'],
    [
      'left the berth before it',
      voyage(null, 10, null),
      { at_berth_departure: sent(9) },
      'at_berth_departure',
    ],
    [
      'left it after departing',
      voyage(null, null, 10),
      { at_berth_departure: sent(11) },
      'at_berth_departure',
    ],
    ['customs at any time', voyage(10, 11, 12), { at_of_customs_clearance: sent(13) }, undefined],
    ['a wrong time said again', voyage(10, 9, 8), { at_of_berth: sent(9) }, undefined],
    ['a new voyage', null, { at_of_anchorage: sent(10), at_of_berth: sent(9) }, 'at_of_berth'],
    ['a wrong time cleared', voyage(10, 9, 8), { at_of_berth: null }, undefined],
    ['another field of a wrong voyage', voyage(10, 9, 8), { captain: 'X' }, undefined],
  ])('%s', (_what, current, input, field) => {
    expect(outOfSequence(current, input)?.field).toBe(field);
  });
});

describe('isTurned', () => {
  it('is a change of `cancelled` in either direction', () => {
    expect(isTurned({ cancelled: false }, { cancelled: true })).toBe(true);
    expect(isTurned({ cancelled: true }, { cancelled: false })).toBe(true);
    expect(isTurned({ cancelled: true }, { cancelled: true })).toBe(false);
    expect(isTurned({ cancelled: true }, {})).toBe(false);
  });
});
