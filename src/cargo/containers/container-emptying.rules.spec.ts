import { type LoadedEmptying, refusalToEmpty, timeOfEmptying } from './container-emptying.rules';

const at = (time: string) => new Date(`2026-11-20T${time}Z`);

const FULL: LoadedEmptying = {
  id: 1,
  number: 'WHAU4142033',
  container_status: 'full',
  here: true,
  in_at: at('08:00:00'),
  packed: null,
  held: false,
  last_moved_at: null,
  now: at('10:00:00'),
};

describe('refusalToEmpty', () => {
  const sentences = (change: Partial<LoadedEmptying>, time?: string) => {
    const failure = refusalToEmpty({ ...FULL, ...change }, time && at(time).toISOString());
    return failure && (failure.parts.length ? failure.parts : [failure]).map(({ message }) => message);
  };

  it('allows a container that is here, also when no other fact is known', () => {
    expect(sentences({})).toBeUndefined();
    expect(sentences({ container_status: null })).toBeUndefined();
    expect(sentences({}, '08:00:00')).toBeUndefined();
  });

  it('gives every reason', () => {
    const loaded = { held: true, here: false, container_status: 'empty', packed: 'PL-1' };
    expect(sentences(loaded, '11:00:00')).toEqual([
      'Container WHAU4142033 has unlifted holds and cannot be stripped.',
      "Container 'WHAU4142033' is not at the terminal.",
      "Container 'WHAU4142033' is empty already.",
      "Container 'WHAU4142033' has packages of packing list item PL-1 left: strip them.",
      'A container is not emptied at a time to come.',
    ]);
  });

  it('takes the time of the last movement where none is sent, also while that is to come', () => {
    const ahead = { last_moved_at: at('12:00:00') };
    expect(sentences(ahead)).toBeUndefined();
    expect(sentences(ahead, '12:00:00')).toEqual(['A container is not emptied at a time to come.']);
  });

  it('names the last movement before the arrival', () => {
    expect(sentences({}, '07:59:59')).toEqual([
      "Container 'WHAU4142033' was not at the terminal yet at this time.",
    ]);
    expect(sentences({ last_moved_at: at('09:00:00') }, '07:59:59')).toEqual([
      "Container 'WHAU4142033' was moved last at 2026-11-20 09:00 and cannot be moved before that.",
    ]);
  });
});

describe('timeOfEmptying', () => {
  it('is the given time, else now, but not before the arrival or the last movement', () => {
    expect(timeOfEmptying(FULL, '2026-11-20T09:00:00Z')).toEqual(at('09:00:00'));
    expect(timeOfEmptying(FULL, null)).toEqual(at('10:00:00'));
    expect(timeOfEmptying({ ...FULL, last_moved_at: at('10:00:30') }, null)).toEqual(at('10:00:30'));
  });
});
