import { imdgOf } from './imdg';

const NONE = {
  imdg_class: null,
  un_number: null,
  flashpoint: null,
  packing_group: null,
  proper_shipping_name: null,
};

describe('dangerous goods of a message', () => {
  it('are told by the IMDG code', () => {
    expect(
      imdgOf({
        imdg_class: '1.4S',
        un_number: '12',
        flashpoint: '023 CEL',
        packing_group: 'II',
        proper_shipping_name: 'CARTRIDGES',
      }),
    ).toMatchObject({
      imdg_class: '1.4S',
      un_number: '0012',
      flashpoint_celsius: 23,
      packing_group: 'II',
      proper_shipping_name: 'CARTRIDGES',
      remarks: null,
    });
    expect(imdgOf({ ...NONE, flashpoint: '32 FAH' })).toMatchObject({ flashpoint_celsius: 0 });
  });

  it('keep what has another form as remarks', () => {
    expect(imdgOf({ ...NONE, imdg_class: '3A', un_number: 'UN1263', flashpoint: 'LOW' })).toMatchObject({
      imdg_class: null,
      un_number: null,
      flashpoint_celsius: null,
      remarks: 'UN UN1263, class 3A, flashpoint LOW',
    });
  });
});
