import { wrongWith } from '../../../test/factories/dcsa-schema';
import { compose, type Facts } from './compose';

const ORGANIZATION = '0b8f2c54-7f0e-4a39-8a5c-0d2f6a3b9e11';

const DISCHARGED: Facts = {
  id: 4711,
  part: 0,
  kind: 'EQUIPMENT',
  code: 'DISC',
  classifier: 'ACT',
  happened_at: '2026-11-20T13:30:00+00:00',
  recorded_at: '2026-11-20T13:30:00.124+00:00',
  container: 'WHAU4142033',
  iso_type_code: '22G1',
  container_status: 'full',
  booking: null,
  bills: ['B1'],
  truck_visit_id: null,
  voyage_id: 9,
  voyage_number: 'WP2611',
  vessel: {
    name: 'Westhaven Petrel',
    imo_number: '2001474',
    call_sign: 'CQWH7',
    country_code: 'PT',
    scac: 'WHAU',
  },
  facility: null,
};

describe('an event of Track & Trace', () => {
  const made = (facts: Partial<Facts> = {}) => {
    const event = JSON.parse(
      JSON.stringify(compose({ ...DISCHARGED, ...facts }, ORGANIZATION, 'Europe/Amsterdam')),
    );
    expect(wrongWith(event)).toBeNull();
    return event;
  };

  it('is of equipment', () => {
    expect(made()).toEqual({
      eventID: expect.stringMatching(/^[\da-f-]{36}$/),
      eventType: 'EQUIPMENT',
      eventCreatedDateTime: '2026-11-20T13:30:00.124Z',
      eventDateTime: '2026-11-20T14:30:00.000+01:00',
      eventClassifierCode: 'ACT',
      equipmentEventTypeCode: 'DISC',
      equipmentReference: 'WHAU4142033',
      ISOEquipmentCode: '22G1',
      emptyIndicatorCode: 'LADEN',
      transportCall: {
        transportCallID: expect.stringMatching(/^[\da-f-]{36}$/),
        modeOfTransport: 'VESSEL',
        carrierVoyageNumber: 'WP2611',
        importVoyageNumber: 'WP2611',
        vessel: {
          vesselIMONumber: '2001474',
          vesselName: 'Westhaven Petrel',
          vesselFlag: 'PT',
          vesselCallSignNumber: 'CQWH7',
          vesselOperatorCarrierCode: 'WHAU',
          vesselOperatorCarrierCodeListProvider: 'NMFTA',
        },
      },
      documentReferences: [{ documentReferenceType: 'TRD', documentReferenceValue: 'B1' }],
    });
  });

  it('names the terminal by its code of SMDG, else by that of BIC, and leaves out what is not known', () => {
    const codes = { un_location_code: 'NLRTM', smdg_code: 'NQT', bic_code: 'NLRTMNQTX' };
    const location = { UNLocationCode: 'NLRTM', facilityCode: 'NQT', facilityCodeListProvider: 'SMDG' };
    expect(made({ facility: codes })).toMatchObject({ eventLocation: location, transportCall: location });
    expect(made({ facility: { ...codes, smdg_code: null } }).eventLocation).toEqual({
      UNLocationCode: 'NLRTM',
      facilityCode: 'NQTX',
      facilityCodeListProvider: 'BIC',
    });
    expect(made({ facility: { ...codes, smdg_code: null, bic_code: null } }).eventLocation).toEqual({
      UNLocationCode: 'NLRTM',
    });
    expect(made()).not.toHaveProperty('eventLocation');
  });

  it('leaves out what the schema has no room for, and cuts the name of a vessel', () => {
    const event = made({
      booking: 'B'.repeat(101),
      voyage_number: 'V'.repeat(51),
      container: 'CONTAINER OF NO ISO FORM',
      vessel: { ...DISCHARGED.vessel!, name: 'N'.repeat(40), call_sign: 'LONG CALL SIGN' },
    });
    expect(event).not.toHaveProperty('equipmentReference');
    expect(event.documentReferences).toEqual([
      { documentReferenceType: 'TRD', documentReferenceValue: 'B1' },
    ]);
    expect(event.transportCall.vessel.vesselName).toBe('N'.repeat(35));
    expect(event.transportCall).not.toHaveProperty('carrierVoyageNumber');
  });

  it('has a truck at the gate, and no vessel without an IMO number', () => {
    const gated = made({
      code: 'GTOT',
      truck_visit_id: 5,
      voyage_id: null,
      voyage_number: null,
      vessel: null,
    });
    expect(gated.transportCall).toEqual({
      transportCallID: expect.not.stringMatching(made().transportCall.transportCallID),
      modeOfTransport: 'TRUCK',
    });
    const loaded = made({ code: 'LOAD', vessel: { ...DISCHARGED.vessel!, imo_number: null } }).transportCall;
    expect(loaded).toEqual({
      transportCallID: made().transportCall.transportCallID,
      modeOfTransport: 'VESSEL',
      carrierVoyageNumber: 'WP2611',
      exportVoyageNumber: 'WP2611',
    });
  });

  it('is EMPTY or LADEN, or neither while nobody knows', () => {
    expect(made({ container_status: 'empty' }).emptyIndicatorCode).toBe('EMPTY');
    expect(made({ container_status: null })).not.toHaveProperty('emptyIndicatorCode');
  });
});
