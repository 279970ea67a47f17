import addFormats from 'ajv-formats';
import Ajv from 'ajv/dist/2020';

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const oneOf = (...words: string[]) => ({ enum: words });
const time = { type: 'string', format: 'date-time' };
const object = (required: string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

const LOCATION = {
  UNLocationCode: { type: 'string', pattern: '^[A-Z]{2}[A-Z2-9]{3}$' },
  facilityCode: text(6),
  facilityCodeListProvider: oneOf('BIC', 'SMDG'),
};
const VESSEL = object(['vesselIMONumber'], {
  vesselIMONumber: { type: 'string', pattern: '^\\d{7}$' },
  vesselName: text(35),
  vesselFlag: { type: 'string', pattern: '^[A-Z]{2}$' },
  vesselCallSignNumber: text(10),
  vesselOperatorCarrierCode: text(10),
  vesselOperatorCarrierCodeListProvider: oneOf('SMDG', 'NMFTA'),
});
const CALL = object(['transportCallID', 'modeOfTransport'], {
  transportCallID: text(100),
  modeOfTransport: oneOf('VESSEL', 'RAIL', 'TRUCK', 'BARGE'),
  carrierVoyageNumber: text(50),
  importVoyageNumber: text(50),
  exportVoyageNumber: text(50),
  vessel: VESSEL,
  ...LOCATION,
});
const BASE = {
  eventID: { type: 'string', format: 'uuid' },
  eventCreatedDateTime: time,
  eventDateTime: time,
  transportCall: CALL,
};
const REQUIRED = ['eventID', 'eventType', 'eventCreatedDateTime', 'eventDateTime', 'eventClassifierCode'];

/** The events of Track & Trace 2.2.0 that a terminal tells: what is required, its words and its lengths. */
const EVENT = {
  oneOf: [
    object([...REQUIRED, 'equipmentEventTypeCode'], {
      ...BASE,
      eventType: { const: 'EQUIPMENT' },
      eventClassifierCode: { const: 'ACT' },
      equipmentEventTypeCode: oneOf('LOAD', 'DISC', 'GTIN', 'GTOT'),
      equipmentReference: text(15),
      ISOEquipmentCode: text(4),
      emptyIndicatorCode: oneOf('EMPTY', 'LADEN'),
      eventLocation: object([], LOCATION),
      documentReferences: {
        type: 'array',
        items: object(['documentReferenceType', 'documentReferenceValue'], {
          documentReferenceType: oneOf('BKG', 'TRD'),
          documentReferenceValue: text(100),
        }),
      },
      seals: {
        type: 'array',
        items: object(['sealNumber', 'sealType'], {
          sealNumber: text(15),
          sealType: oneOf('KLP', 'BLT', 'WIR'),
        }),
      },
    }),
    object([...REQUIRED, 'transportEventTypeCode', 'transportCall'], {
      ...BASE,
      eventType: { const: 'TRANSPORT' },
      eventClassifierCode: oneOf('ACT', 'EST'),
      transportEventTypeCode: oneOf('ARRI', 'DEPA'),
    }),
  ],
};

const ajv = new Ajv({ allErrors: true });
addFormats(ajv);
const validate = ajv.compile(EVENT);

/** What is wrong with an event by the schema; null for none. */
export const wrongWith = (event: unknown): unknown =>
  validate(event) ? null : { event, errors: validate.errors };
