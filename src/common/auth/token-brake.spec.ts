import { EventEmitter } from 'node:events';
import { networkOf, TokenBrake } from './token-brake';

describe('the brake on unknown tokens', () => {
  let now = 0;
  let brake: TokenBrake;
  beforeEach(() => {
    now = 0;
    brake = new TokenBrake(() => now);
  });
  const fail = (times: number, ip = '192.0.2.1') => {
    for (let i = 0; i < times; i++) brake.failed(ip, `wrong-${i}`);
  };

  it('brakes an address after 30 of them, and forgives one every two seconds', () => {
    fail(29);
    expect(brake.brakes('192.0.2.1', 'x')).toBe(false);
    fail(1);
    expect(brake.brakes('192.0.2.1', 'x')).toBe(true);
    expect(brake.brakes('192.0.2.2', 'x')).toBe(false);
    now = 2;
    expect(brake.brakes('192.0.2.1', 'x')).toBe(false);
    fail(1);
    expect(brake.brakes('192.0.2.1', 'x')).toBe(true);
  });

  it('brakes an address for 62 seconds at most, whatever it sends at once', () => {
    fail(1000);
    now = 61;
    expect(brake.brakes('192.0.2.1', 'x')).toBe(true);
    now = 62;
    expect(brake.brakes('192.0.2.1', 'x')).toBe(false);
  });

  it('never brakes a token that was valid, until it fails', () => {
    brake.passed('good');
    fail(30);
    expect(brake.brakes('192.0.2.1', 'good')).toBe(false);
    brake.failed('192.0.2.1', 'good');
    expect(brake.brakes('192.0.2.1', 'good')).toBe(true);
  });

  it('caches 10,000 addresses at most', () => {
    fail(30);
    for (let i = 0; i < 10_000; i++) brake.failed(`10.0.${i >> 8}.${i & 255}`, 'x');
    expect(brake.brakes('192.0.2.1', 'x')).toBe(false);
    expect(Object.values(brake).map((map) => (map instanceof Map ? map.size : 0))).toContain(10_000);
  });

  describe('and the turns of an address', () => {
    let connections: EventEmitter[];
    let turns: string[];
    beforeEach(() => {
      connections = [];
      turns = [];
    });
    const ask = (name: string, ip = '192.0.2.1') => {
      const connection = new EventEmitter();
      connections.push(connection);
      return brake.turn(ip, connection).then((isTurn) => turns.push(`${name} ${isTurn}`));
    };
    const hangUp = () => connections.forEach((connection) => connection.emit('close'));

    it('come in order, at intervals, for each address on its own', async () => {
      const from = performance.now();
      await Promise.all([ask('a'), ask('b'), ask('c'), ask('other', '192.0.2.2')]);
      expect(turns).toEqual(['a true', 'other true', 'b true', 'c true']);
      expect(performance.now() - from).toBeGreaterThan(140);
    });

    it('take 100 waiting requests; one more is refused at once, until a turn passes', async () => {
      const waiting = Array.from({ length: 100 }, (_, at) => ask(`${at}`));
      await ask('late');
      expect(turns).toEqual(['late false']);
      await waiting[0];
      const next = ask('next');
      await ask('later');
      expect(turns).toEqual(['late false', '0 true', 'later false']);
      hangUp();
      await next;
      expect(turns.at(-1)).toBe('next false');
    });

    it('skip a closed connection, and release it', async () => {
      const gone = ask('gone');
      const here = ask('here');
      connections[0]!.emit('close');
      await Promise.all([gone, here]);
      expect(turns).toEqual(['gone false', 'here true']);
      for (const connection of connections) expect(connection.listenerCount('close')).toBe(0);
    });
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:12::1', '2001:db8:0:12'],
    ['2001:0db8::12:0:0:0:1', '2001:db8:0:12'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['nonsense', 'nonsense'],
  ])('takes %s for %s', (ip, network) => expect(networkOf(ip)).toBe(network));
});
