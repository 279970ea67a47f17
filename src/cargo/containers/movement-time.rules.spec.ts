import { refusalOfEarlier, timeOfUndated } from './movement-time.rules';

const at = (time: string) => new Date(`2026-11-20T${time}Z`);

describe('the time of a movement', () => {
  it('without a date is now, or the last movement if that is later', () => {
    expect(timeOfUndated(at('10:00:00.000'), null, undefined)).toEqual(at('10:00:00.000'));
    expect(timeOfUndated(at('10:00:00.000'), at('09:59:59.999'), null)).toEqual(at('10:00:00.000'));
    expect(timeOfUndated(at('10:00:00.000'), at('09:00:00.000'), at('10:00:00.001'))).toEqual(
      at('10:00:00.001'),
    );
  });

  it('is refused when it is a millisecond before the last movement, and names that', () => {
    const containers = [
      { number: 'WHAU4154184', last_moved_at: null },
      { number: 'WHAU4142033', last_moved_at: at('10:00:00.001') },
    ];
    const sentence =
      "Container 'WHAU4142033' was moved last at 2026-11-20 10:00:00.001 and cannot be moved before that.";
    const refusal = refusalOfEarlier(at('10:00:00.000'), containers, 'moved_at')!;
    expect({ ...refusal, sentence: String(refusal.sentence) }).toEqual({
      code: 'out_of_sequence',
      sentence,
      field: 'moved_at',
      records: [{ type: 'container', key: 'WHAU4142033' }],
    });
    expect(refusalOfEarlier(at('10:00:00.001'), containers, 'moved_at')).toBeUndefined();
    expect(refusalOfEarlier(at('10:00:00.000'), [], 'moved_at')).toBeUndefined();
  });
});
