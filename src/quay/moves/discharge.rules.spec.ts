import { placeAfterDischarge } from './discharge.rules';

describe('placeAfterDischarge', () => {
  const NOWHERE = { assigned_yard_area_id: null, terminal_id: null, berth_area_id: null };

  it('is the yard area of the voyage, else its terminal, else its berth area', () => {
    const discharge = { assigned_yard_area_id: 1, terminal_id: 2, berth_area_id: 3 };
    expect(placeAfterDischarge(discharge)).toEqual({ type: 'YardArea', id: 1 });
    expect(placeAfterDischarge({ ...discharge, assigned_yard_area_id: null })).toEqual({
      type: 'Terminal',
      id: 2,
    });
    expect(placeAfterDischarge({ ...NOWHERE, berth_area_id: 3 })).toEqual({ type: 'BerthArea', id: 3 });
  });

  it('is the terminal at least, when the voyage says nothing', () => {
    expect(placeAfterDischarge(NOWHERE)).toEqual({ type: 'Terminal', id: null });
  });
});
