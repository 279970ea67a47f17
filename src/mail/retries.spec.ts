import { MOST_ATTEMPTS, secondsUntilRetry } from './retries';

describe('the tries of a mail', () => {
  it('wait for 1, 5 and 30 minutes, 2 and 8 hours, and then end', () => {
    const attempts = Array.from({ length: MOST_ATTEMPTS }, (_, at) => at + 1);
    expect(attempts.map(secondsUntilRetry)).toEqual([60, 300, 1_800, 7_200, 28_800, undefined]);
  });
});
