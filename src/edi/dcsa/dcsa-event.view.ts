import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EVENT_KINDS, type EventKind } from './sent-events';

const UN_LOCATION_CODE = {
  type: 'string',
  description: 'The UN/LOCODE of the port of the terminal',
  example: 'NLRTM',
} as const;
const FACILITY_CODE = {
  type: 'string',
  description: 'The code of the terminal, without the UN/LOCODE',
  example: 'NQT',
} as const;
const PROVIDER = {
  type: 'string',
  enum: ['SMDG', 'BIC'],
  description: 'Whose code it is',
  example: 'SMDG',
} as const;

/** Where an event took place. */
export class DcsaLocation {
  @ApiPropertyOptional(UN_LOCATION_CODE) UNLocationCode?: string | undefined;
  @ApiPropertyOptional(FACILITY_CODE) facilityCode?: string | undefined;
  @ApiPropertyOptional(PROVIDER) facilityCodeListProvider?: 'SMDG' | 'BIC' | undefined;
}

export class DcsaVessel {
  @ApiProperty({ type: 'string', description: 'The IMO number', example: '2001474' }) vesselIMONumber: string;
  @ApiProperty({ type: 'string', description: 'The name of the vessel', example: 'Westhaven Petrel' })
  vesselName: string;
  @ApiPropertyOptional({ type: 'string', description: 'The country of the flag', example: 'PT' })
  vesselFlag?: string | undefined;
  @ApiPropertyOptional({ type: 'string', description: 'The call sign', example: 'CQWH7' })
  vesselCallSignNumber?: string | undefined;
  @ApiPropertyOptional({ type: 'string', description: 'The SCAC of who operates it', example: 'WHAU' })
  vesselOperatorCarrierCode?: string | undefined;
  @ApiPropertyOptional({
    type: 'string',
    enum: ['NMFTA'],
    description: 'Whose code that is',
    example: 'NMFTA',
  })
  vesselOperatorCarrierCodeListProvider?: 'NMFTA' | undefined;
}

/** The call of the vessel or the truck that an event belongs to. */
export class DcsaTransportCall {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'The same for all events of the call',
    example: '0d2f6a3b-9e11-5a39-8a5c-7f0e4a390b8f',
  })
  transportCallID: string;
  @ApiProperty({ type: 'string', enum: ['VESSEL', 'TRUCK'], description: 'What came', example: 'VESSEL' })
  modeOfTransport: 'VESSEL' | 'TRUCK';
  @ApiPropertyOptional({
    type: 'string',
    description: "The line's number of the voyage, as its manifest has it; else the terminal's",
    example: 'WP2611',
  })
  carrierVoyageNumber?: string | undefined;
  @ApiPropertyOptional({ type: 'string', description: 'The same, of an arrival', example: 'WP2611' })
  importVoyageNumber?: string | undefined;
  @ApiPropertyOptional({ type: 'string', description: 'The same, of a departure', example: 'WP2611' })
  exportVoyageNumber?: string | undefined;
  @ApiPropertyOptional(UN_LOCATION_CODE) UNLocationCode?: string | undefined;
  @ApiPropertyOptional(FACILITY_CODE) facilityCode?: string | undefined;
  @ApiPropertyOptional(PROVIDER) facilityCodeListProvider?: 'SMDG' | 'BIC' | undefined;
  @ApiPropertyOptional({ type: () => DcsaVessel, description: 'Left out without an IMO number' })
  vessel?: DcsaVessel | undefined;
}

export class DcsaDocumentReference {
  @ApiProperty({
    type: 'string',
    enum: ['BKG', 'TRD'],
    description: 'BKG: a booking; TRD: a bill of lading',
    example: 'BKG',
  })
  documentReferenceType: 'BKG' | 'TRD';
  @ApiProperty({ type: 'string', description: 'Its number', example: 'WHA331057' })
  documentReferenceValue: string;
}

/** An event as DCSA Track & Trace 2.2 shapes it. What is not known is left out. */
export class DcsaEvent {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'The same each time, and no other event has it',
    example: '3cecb101-7a1a-53a4-9d62-e88a131651e2',
  })
  eventID: string;
  @ApiProperty({
    type: 'string',
    enum: EVENT_KINDS,
    description: 'EQUIPMENT: of a container; TRANSPORT: of a vessel',
    example: 'EQUIPMENT',
  })
  eventType: EventKind;
  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it was written' })
  eventCreatedDateTime: string;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When it happened, or is expected to: local to the organization, with the offset',
  })
  eventDateTime: string;
  @ApiProperty({
    type: 'string',
    enum: ['ACT', 'EST'],
    description: 'ACT: it happened; EST: it is expected',
    example: 'ACT',
  })
  eventClassifierCode: 'ACT' | 'EST';
  @ApiPropertyOptional({
    type: 'string',
    enum: ['GTIN', 'GTOT', 'DISC', 'LOAD'],
    description: 'Of EQUIPMENT: gated in, gated out, discharged, loaded',
    example: 'GTIN',
  })
  equipmentEventTypeCode?: string | undefined;
  @ApiPropertyOptional({
    type: 'string',
    enum: ['ARRI', 'DEPA'],
    description: 'Of TRANSPORT: the vessel arrives at its berth, or departs',
    example: 'ARRI',
  })
  transportEventTypeCode?: string | undefined;
  @ApiPropertyOptional({ type: 'string', description: 'The number of the container', example: 'WHAU4142033' })
  equipmentReference?: string | undefined;
  @ApiPropertyOptional({ type: 'string', description: 'Its type by ISO 6346', example: '22G1' })
  ISOEquipmentCode?: string | undefined;
  @ApiPropertyOptional({
    type: 'string',
    enum: ['EMPTY', 'LADEN'],
    description: 'Whether it was empty then',
    example: 'LADEN',
  })
  emptyIndicatorCode?: 'EMPTY' | 'LADEN' | undefined;
  @ApiPropertyOptional({ type: () => DcsaLocation, description: 'Where it was' })
  eventLocation?: DcsaLocation | undefined;
  @ApiPropertyOptional({ type: () => DcsaTransportCall, description: 'The call of the vessel or the truck' })
  transportCall?: DcsaTransportCall | undefined;
  @ApiPropertyOptional({
    type: () => DcsaDocumentReference,
    isArray: true,
    description: 'Of EQUIPMENT: its booking and its bills of lading then',
  })
  documentReferences?: DcsaDocumentReference[] | undefined;
}
