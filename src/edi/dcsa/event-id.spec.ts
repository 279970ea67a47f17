import { eventIdOf, placeOf, uuidOf } from './event-id';

const ONE = '0b8f2c54-7f0e-4a39-8a5c-0d2f6a3b9e11';
const OTHER = '7f9c2ba4-e88f-4a0f-a1d3-2d7f3a9b1c55';

describe('an id of Track & Trace', () => {
  it('is a UUID of version 5', () => {
    // the example of RFC 9562, A.4: www.example.com in the namespace of DNS
    expect(uuidOf('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
    expect(eventIdOf(ONE, { event: 4711, part: 0 })).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  });

  it('is the same each time, and another for each event, part and organization', () => {
    const places = [1, 2, 4711, 5_000_000_000].flatMap((event) =>
      [0, 1, 2, 3].map((part) => ({ event, part })),
    );
    const ids = [ONE, OTHER].flatMap((organization) => places.map((place) => eventIdOf(organization, place)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(eventIdOf(ONE, places[0]!)).toBe(ids[0]);
  });

  it('leads back to the event, in any case of letters', () => {
    for (const event of [0, 1, 4711, 70_000_000_000_000])
      for (const part of [0, 3]) {
        const id = eventIdOf(ONE, { event, part });
        expect(placeOf(ONE, id)).toEqual({ event, part });
        expect(placeOf(ONE, id.toUpperCase())).toEqual({ event, part });
      }
  });

  it('leads nowhere in another organization, or when any digit differs', () => {
    const id = eventIdOf(ONE, { event: 4711, part: 0 });
    expect(placeOf(OTHER, id)).toBeUndefined();
    for (let at = 0; at < id.length; at++) {
      const other = id[at] === '0' ? '1' : '0';
      expect(placeOf(ONE, id.slice(0, at) + other + id.slice(at + 1))).toBeUndefined();
    }
    for (const text of ['', '4711', `${id} `, id.replaceAll('-', '')])
      expect(placeOf(ONE, text)).toBeUndefined();
  });
});
