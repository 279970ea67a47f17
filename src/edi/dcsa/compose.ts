import { DateTime } from 'luxon';
import type { DcsaEvent, DcsaLocation, DcsaTransportCall, DcsaVessel } from './dcsa-event.view';
import { eventIdOf, uuidOf } from './event-id';
import type { Facility } from './facility';
import type { Told } from './sent-events';

/** An event with what is told of it, as it was then. */
export interface Facts extends Pick<Told, 'part' | 'kind' | 'code' | 'classifier'> {
  /** The id of the event in the feed. */
  id: number;
  happened_at: string;
  recorded_at: string;
  container: string | null;
  iso_type_code: string | null;
  container_status: string | null;
  booking: string | null;
  bills: string[] | null;
  truck_visit_id: number | null;
  voyage_id: number | null;
  voyage_number: string | null;
  vessel: VesselFacts | null;
  facility: Facility | null;
}

interface VesselFacts {
  name: string;
  imo_number: string | null;
  call_sign: string | null;
  country_code: string | null;
  scac: string | null;
}

/** Events of arrivals; all others are of departures. */
const ARRIVALS = ['DISC', 'ARRI'];

/** A value that the schema has room for; one that is longer is left out, since a part of it names something else. */
const within = (most: number, text: string | null): string | undefined =>
  text !== null && text.length <= most ? text : undefined;

/**
 * Makes an event of Track & Trace by the schema of 2.2.0. Seals are left out, because it requires a type of each (`sealType`),
 * which nobody records.
 * @param organization the UUID of the organization
 */
export function compose(facts: Facts, organization: string, time_zone: string): DcsaEvent {
  const { id, part, kind, code, classifier, container_status } = facts;
  const isEquipment = kind === 'EQUIPMENT';
  const location = locationOf(facts.facility);
  return {
    eventID: eventIdOf(organization, { event: id, part }),
    eventType: kind,
    eventCreatedDateTime: timeOf(facts.recorded_at, 'utc'),
    eventDateTime: timeOf(facts.happened_at, time_zone),
    eventClassifierCode: classifier,
    equipmentEventTypeCode: isEquipment ? code : undefined,
    transportEventTypeCode: isEquipment ? undefined : code,
    equipmentReference: within(15, facts.container),
    ISOEquipmentCode: within(4, facts.iso_type_code),
    emptyIndicatorCode: container_status ? (container_status === 'empty' ? 'EMPTY' : 'LADEN') : undefined,
    eventLocation: isEquipment ? location : undefined,
    transportCall: transportCallOf(facts, organization, location),
    documentReferences: isEquipment ? documentsOf(facts) : undefined,
  };
}

function timeOf(time: string, zone: string): string {
  return DateTime.fromISO(time, { zone }).toISO()!;
}

function locationOf(facility: Facility | null): DcsaLocation | undefined {
  if (!facility) return undefined;
  const { un_location_code, smdg_code, bic_code } = facility;
  // A code of BIC begins with the UN/LOCODE, which the schema has by itself.
  const ofBic = bic_code?.startsWith(un_location_code ?? '')
    ? bic_code.slice(un_location_code?.length)
    : bic_code;
  const facilityCode = within(6, smdg_code ?? ofBic);
  return {
    UNLocationCode: un_location_code ?? undefined,
    facilityCode,
    facilityCodeListProvider: facilityCode ? (smdg_code ? 'SMDG' : 'BIC') : undefined,
  };
}

/** The call of the truck or the vessel; undefined for an event of before movements were named. */
function transportCallOf(
  { code, truck_visit_id, voyage_id, voyage_number, vessel }: Facts,
  organization: string,
  location: DcsaLocation | undefined,
): DcsaTransportCall | undefined {
  if (truck_visit_id)
    return {
      transportCallID: uuidOf(organization, `truck_visit:${truck_visit_id}`),
      modeOfTransport: 'TRUCK',
      ...location,
    };
  if (!voyage_id) return undefined;
  const number = within(50, voyage_number);
  const isArrival = ARRIVALS.includes(code);
  return {
    transportCallID: uuidOf(organization, `voyage:${voyage_id}`),
    modeOfTransport: 'VESSEL',
    carrierVoyageNumber: number,
    importVoyageNumber: isArrival ? number : undefined,
    exportVoyageNumber: isArrival ? undefined : number,
    ...location,
    vessel: vesselOf(vessel),
  };
}

function vesselOf(vessel: VesselFacts | null): DcsaVessel | undefined {
  if (!vessel?.imo_number) return undefined;
  const carrier = within(10, vessel.scac);
  return {
    vesselIMONumber: vessel.imo_number,
    vesselName: vessel.name.slice(0, 35),
    vesselFlag: vessel.country_code ?? undefined,
    vesselCallSignNumber: within(10, vessel.call_sign),
    vesselOperatorCarrierCode: carrier,
    vesselOperatorCarrierCodeListProvider: carrier ? 'NMFTA' : undefined,
  };
}

function documentsOf({ booking, bills }: Facts): DcsaEvent['documentReferences'] {
  const named = (documentReferenceType: 'BKG' | 'TRD') => (documentReferenceValue: string) => ({
    documentReferenceType,
    documentReferenceValue,
  });
  const fitting = (numbers: (string | null)[]) => numbers.flatMap((number) => within(100, number) ?? []);
  return [...fitting([booking]).map(named('BKG')), ...fitting(bills ?? []).map(named('TRD'))];
}
