import { withLocks } from './locks';

it('tells which tables a migration locks, and how', () => {
  const locks = {
    Both: { all: ['organizations', 'trucks'], writes: ['bookings'] },
    Writes: { all: [], writes: ['bookings'] },
  };
  expect(withLocks(['Both', 'Writes', 'None'], locks)).toEqual([
    'Both: no reads and writes of organizations, trucks; no writes of bookings',
    'Writes: no writes of bookings',
    'None',
  ]);
});
