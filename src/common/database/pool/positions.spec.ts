import type { Actor } from '../../tenancy/actor';
import { positionOf, textOf, WrittenPositions } from './positions';
import { PrimaryPositions } from './primary-positions';

const MB = 1024n * 1024n;

describe('positions in the log', () => {
  let now: number;
  beforeEach(() => {
    now = 1_000_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['0/0', 0n],
    ['0/16B3748', 0x16b3748n],
    ['1/0', 0x1_0000_0000n],
    ['FFFFFFFF/FFFFFFFF', 0xffff_ffff_ffff_ffffn],
  ])('are read and written as PostgreSQL does: %s', (text, position) => {
    expect(positionOf(text)).toBe(position);
    expect(positionOf(text.toLowerCase())).toBe(position);
    expect(textOf(position)).toBe(text);
  });

  it.each(['', '0', '/', '0/', '/0', '0/G', ' 0/1', '0/1 ', '0/1\n', '0/1, 0/2', '123456789/0', '-1/0'])(
    'are not read from %j',
    (text) => expect(positionOf(text)).toBeUndefined(),
  );

  describe('of writers', () => {
    const caller = (token_id: number | null, identity_id?: number) =>
      ({ token_id, signed_in: identity_id ? { identity_id } : undefined }) as unknown as Actor;
    const EVERYTHING = 0xffff_ffff_ffff_ffffn;
    let written: WrittenPositions;
    beforeEach(() => (written = new WrittenPositions()));

    it('are kept by token or identity for 30 seconds', () => {
      written.note(caller(1), '0/10');
      written.note(caller(null, 1), '0/20');
      written.note(caller(null), '0/30');
      now += 29_999;
      expect([1, 2, null].map((id) => written.of(caller(id)))).toEqual([0x10n, undefined, undefined]);
      expect(written.of(caller(null, 1))).toBe(0x20n);
      now += 1;
      expect([written.of(caller(1)), written.of(caller(null, 1))]).toEqual([undefined, undefined]);
    });

    it('never go back while they are kept, and begin anew afterwards', () => {
      written.note(caller(1), '0/20');
      written.note(caller(1), '0/10');
      expect(written.of(caller(1))).toBe(0x20n);
      now += 30_000;
      written.note(caller(1), '0/10');
      expect(written.of(caller(1))).toBe(0x10n);
    });

    it('are behind everything after a write that may be stored, which is shown to nobody', () => {
      written.note(caller(1), undefined);
      expect([written.toSee(caller(1)), written.of(caller(1))]).toEqual([EVERYTHING, undefined]);
      written.note(caller(1), '0/10');
      expect([written.toSee(caller(1)), written.of(caller(1))]).toEqual([EVERYTHING, 0x10n]);
    });

    it('are known again 30 seconds after the last write that may be stored, whatever was written since', () => {
      written.note(caller(1), '0/10');
      written.note(caller(1), undefined);
      now += 29_999;
      written.note(caller(1), '0/20');
      expect(written.toSee(caller(1))).toBe(EVERYTHING);
      now += 1;
      expect(written.toSee(caller(1))).toBe(0x20n);
    });

    it('take no room after their time', () => {
      for (let id = 1; id <= 1_000; id++) written.note(caller(id), '0/10');
      now += 30_000;
      written.note(caller(1), '0/20');
      expect(written['written'].size).toBe(1);
    });
  });

  describe('of the primary', () => {
    let primary: PrimaryPositions;
    beforeEach(() => (primary = new PrimaryPositions()));
    const note = (position: bigint) => primary.note({ at: now, position });
    const lagAt = (position?: bigint) => {
      primary.noteReplica(position);
      return primary.lag;
    };

    it('ask of a replica what was written ten seconds ago, or all but 8 MB', () => {
      expect(primary.least).toBeUndefined();
      note(100n * MB);
      now += 5_000;
      note(101n * MB);
      expect(primary.least).toBe(100n * MB);
      now += 5_001;
      note(102n * MB);
      expect(primary.least).toBe(101n * MB);
      note(120n * MB);
      expect(primary.least).toBe(112n * MB);
    });

    it('ask for nothing that a replica could have, when the primary was not queried for a second', () => {
      note(MB);
      now += 1_000;
      expect(primary.least).toBe(MB);
      now += 1;
      expect(primary.least).toBeUndefined();
    });

    it('are forgotten with the timeline', () => {
      primary.follow('1/00000001');
      note(MB);
      primary.follow('1/00000001');
      expect([primary.least, primary.history]).toEqual([MB, '1/00000001']);
      primary.follow('1/00000002');
      expect([primary.least, primary.history]).toEqual([undefined, '1/00000002']);
    });

    it('tell how far a replica is behind', () => {
      note(1n * MB);
      now += 250;
      note(2n * MB);
      now += 250;
      note(3n * MB);
      now += 100;
      expect([3n * MB, 4n * MB].map(lagAt)).toEqual([0, 0]);
    });

    it('tell that it falls behind, also when it does not answer any more', () => {
      note(1n * MB);
      now += 250;
      note(2n * MB);
      now += 1_000;
      note(3n * MB);
      expect(lagAt(2n * MB)).toBe(1);
      for (let look = 0; look < 100; look++) {
        now += 250;
        note(4n * MB);
      }
      expect(lagAt(2n * MB)).toBe(26);
      expect(lagAt(undefined)).toBe(26);
      expect(lagAt(4n * MB)).toBe(0);
      now += 3_000;
      expect([lagAt(undefined), lagAt(undefined) >= 3]).toEqual([3, true]);
    });

    it('tell a lag that stays the same, however long it is', () => {
      for (let look = 0n; look < 4_000n; look++) {
        now += 250;
        note(look * MB);
        primary.noteReplica((look - 120n) * MB);
      }
      expect(primary.lag).toBeGreaterThanOrEqual(30);
      expect(primary.lag).toBeLessThanOrEqual(35);
    });
  });
});
