import { secondsUntilRetry } from './retries';

it.each([
  [1, 5],
  [2, 30],
  [3, 300],
  [4, 900],
  [5, 900],
  [1000, 900],
])('waits after %s failures for about %s seconds', (failures, seconds) => {
  for (let at = 0; at < 100; at++) {
    const wait = secondsUntilRetry(failures);
    expect(wait).toBeGreaterThanOrEqual(seconds * 0.9);
    expect(wait).toBeLessThanOrEqual(seconds * 1.1);
  }
});
