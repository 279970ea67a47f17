import type { Location } from '../../cargo/containers/movements.service';
import { placeAfterDischarge } from './tally-moves.rules';

describe('placeAfterDischarge', () => {
  const ON_BOARD: Location = { type: 'Voyage', id: 9 };
  const NOWHERE = { assigned_yard_area_id: null, terminal_id: null, berth_area_id: null };

  it('is the yard area of the voyage, else its terminal, else its berth area', () => {
    const discharge = { assigned_yard_area_id: 1, terminal_id: 2, berth_area_id: 3 };
    expect(placeAfterDischarge(ON_BOARD, discharge)).toEqual({ type: 'YardArea', id: 1 });
    expect(placeAfterDischarge(null, { ...discharge, assigned_yard_area_id: null })).toEqual({
      type: 'Terminal',
      id: 2,
    });
    expect(placeAfterDischarge(ON_BOARD, { ...NOWHERE, berth_area_id: 3 })).toEqual({
      type: 'BerthArea',
      id: 3,
    });
  });

  it('is the terminal at least, when the voyage says nothing', () => {
    expect(placeAfterDischarge(ON_BOARD, NOWHERE)).toEqual({ type: 'Terminal', id: null });
  });

  it('is where the container stands, when the yard was faster', () => {
    const slot: Location = { type: 'YardSlot', id: 7 };
    expect(placeAfterDischarge(slot, { ...NOWHERE, assigned_yard_area_id: 1 })).toEqual(slot);
  });
});
