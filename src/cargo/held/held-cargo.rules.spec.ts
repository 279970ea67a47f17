import { CARGO } from '../cargo.codes';
import { namesOfHeld, requireFree } from './held-cargo.rules';

describe('namesOfHeld', () => {
  it('names held cargo once each, in order of the ids', () => {
    const held = [7, 3, 7].map((id) => ({ id, name: `C${id}` }));
    expect([...namesOfHeld(held, [], [])]).toEqual([
      [3, 'C3'],
      [7, 'C7'],
    ]);
  });

  it('adds what is on a truck where the stay in which the truck took it is held', () => {
    const onTrucks = [
      { id: 2, name: 'C2', stay_id: 20 },
      { id: 1, name: 'C1', stay_id: 10 },
    ];
    expect([...namesOfHeld([{ id: 3, name: 'C3' }], onTrucks, [{ id: 10 }]).keys()]).toEqual([1, 3]);
    expect([...namesOfHeld([], onTrucks, [])]).toEqual([]);
  });
});

describe('requireFree', () => {
  it('refuses the first held cargo by name, code and field', () => {
    const held = new Map([
      [3, 'WHAU4142033'],
      [7, 'WHAU4163360'],
    ]);
    expect(() => requireFree('container', held, 'loaded', 'container')).toThrow(
      expect.objectContaining({
        code: CARGO.container_held,
        message: 'Container WHAU4142033 has unlifted holds and cannot be loaded.',
        errors: { container: ['Container WHAU4142033 has unlifted holds and cannot be loaded.'] },
        records: [{ type: 'container', key: 'WHAU4142033' }],
      }),
    );
  });

  it('lets free cargo pass', () => {
    expect(() => requireFree('vehicle', new Map(), 'loaded', 'vehicle')).not.toThrow();
  });
});
