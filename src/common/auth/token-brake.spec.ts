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

  it('holds an address after 30 of them, and lets one through every two seconds', () => {
    fail(29);
    expect(brake.wait('192.0.2.1', 'x')).toBe(0);
    fail(1);
    expect(brake.wait('192.0.2.1', 'x')).toBe(2);
    expect(brake.wait('192.0.2.2', 'x')).toBe(0);
    now = 2;
    expect(brake.wait('192.0.2.1', 'x')).toBe(0);
    fail(1);
    expect(brake.wait('192.0.2.1', 'x')).toBe(2);
  });

  it('holds nobody for more than a minute, however many came together', () => {
    fail(1000);
    expect(brake.wait('192.0.2.1', 'x')).toBe(62);
  });

  it('never holds a token that was good, until it fails', () => {
    brake.passed('good');
    fail(30);
    expect(brake.wait('192.0.2.1', 'good')).toBe(0);
    brake.failed('192.0.2.1', 'good');
    expect(brake.wait('192.0.2.1', 'good')).toBeGreaterThan(0);
  });

  it('remembers 10,000 addresses and no more', () => {
    fail(30);
    for (let i = 0; i < 10_000; i++) brake.failed(`10.0.${i >> 8}.${i & 255}`, 'x');
    expect(brake.wait('192.0.2.1', 'x')).toBe(0);
    expect(Object.values(brake).map((map) => (map instanceof Map ? map.size : 0))).toContain(10_000);
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
