import { PARTIES } from '../../common/view/compiler';
import { HIDDEN_FROM_PARTIES, OpenTo } from '../../common/party-wall/open-to';
import { lineNumber, releaseNumber } from '../../cargo/booking-lines/of-booking';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type Of, RecordById, recordById, view } from '../../common/view/view';
import { PurposeShow } from '../purposes/purpose.view';
import { UserNamed } from '../../common/auth/user.view';
import { Interchange, INTERCHANGE_TYPES } from './interchange.entity';
import { jsonObject } from '../../common/view/json-sql';

const Out = view(Interchange);

export class ContainerOfInterchange {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WHAU4142033' }) number: string;
  @ApiProperty({ type: 'string', nullable: true, example: 'Green coffee in bags' }) goods: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The description of the type, or its code',
    example: '20 ft dry van',
  })
  container_type_label: string | null;
  @ApiProperty({ type: 'string', nullable: true, enum: ['full', 'empty', null], example: 'full' })
  container_status: string | null;
  @ApiPropertyOptional({
    type: 'boolean',
    description: 'Of reefers only, like the temperatures',
    ...HIDDEN_FROM_PARTIES,
  })
  operating_reefer?: boolean;
  @ApiPropertyOptional({ type: 'number', nullable: true })
  reefer_temperature?: number | null;
  @ApiPropertyOptional({ type: 'number', nullable: true })
  reefer_set_point_temperature?: number | null;
  @ApiPropertyOptional({ type: 'number', nullable: true })
  supply_temperature?: number | null;
}

/**
 * SQL: a fact of the container. A completed interchange shows the stay `s` that it handed over; an open one shows the
 * container as it is now.
 */
const fact = (column: string) => `CASE WHEN s.id IS NULL THEN c.${column} ELSE s.${column} END`;
/** SQL: a fact of the container, as a value of the answer. */
type Fact = (column: string) => string;

/** SQL: the container of an interchange as a JSON object, which says more of a reefer; null for what is no container. */
const containerOf = (of: Of, shown: Fact, goods: Fact) => {
  const all = {
    id: 'c.id',
    number: 'c.number',
    goods: goods('goods'),
    container_type_label: `coalesce(nullif(k.description, ''), k.code)`,
    container_status: shown('container_status'),
  };
  const reefer = {
    ...all,
    operating_reefer: shown('operating_reefer'),
    reefer_temperature: `trim_scale(${shown('reefer_temperature')})`,
    reefer_set_point_temperature: `trim_scale(${shown('reefer_set_point_temperature')})`,
    supply_temperature: `trim_scale(${shown('supply_temperature')})`,
  };
  return `(
    SELECT CASE WHEN k.is_reefer THEN ${jsonObject(reefer)} ELSE ${jsonObject(all)} END
    FROM containers c
    LEFT JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
    LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = ${of('stay_id')}
      AND ${of('completed')}
    WHERE c.organization_id = ${of('organization_id')} AND c.id = ${of('container_id')})`;
};

/** A fact where the stay that it is of is one of the actor's, at any level or as an owner; null for others. */
const ofTheirs =
  (level = 'true'): Fact =>
  (column) =>
    `CASE WHEN EXISTS (SELECT FROM stay_parties p WHERE p.organization_id = c.organization_id
      AND p.party_id = ANY(${PARTIES}) AND p.stay_id = coalesce(s.id, c.stay_id) AND ${level}) THEN ${fact(column)} END`;

/** Parties see facts of the stays that are theirs: an interchange may be of one that is no longer, such as a cancelled visit. */
const FOR_PARTIES = { container: (of: Of) => containerOf(of, ofTheirs(), ofTheirs(`p.level = 'owner'`)) };

/** Events tell them by which container it is, because whose the stay is depends on the reader. */
const TOLD = {
  container: ({ container }: Readonly<Record<string, unknown>>) => {
    if (!container) return null;
    const { id, number, container_type_label } = container as ContainerOfInterchange;
    return { id, number, goods: null, container_type_label, container_status: null };
  },
};

const OF_VISIT = [
  'id',
  'type',
  'completed',
  'container',
  'chassis',
  'genset',
  'meets_iso_standards',
  'other_terminal',
];

@OpenTo.parties({ fields: OF_VISIT, instead: FOR_PARTIES, told: TOLD })
export class InterchangeOfVisit {
  @Out.id() id: number;
  @Out.oneOf(INTERCHANGE_TYPES) type: string;
  @Out.bool() completed: boolean;
  @Out.shaped((of) => containerOf(of, fact, fact), () => ContainerOfInterchange, {
    nullable: true,
    description:
      'The container as it is, and from the hand-over on as that stay has it; null for what is no container, and for ' +
      'an empty that is not chosen yet',
  })
  container: ContainerOfInterchange | null;
  @Out.reference('chassis', 'number') chassis: { id: number; number: string } | null;
  @Out.reference('genset', 'number') genset: { id: number; number: string } | null;
  @Out.sql((of) => of('container.meets_iso_standards'), 'boolean')
  meets_iso_standards: boolean | null;
  @Out.bool()
  other_terminal: boolean;
}

@OpenTo.parties({
  fields: [
    ...OF_VISIT,
    'truck_visit_id',
    'truck_visit',
    'completed_at',
    'seals',
    'weight',
    'booking_line',
    'release',
    'dock_receipt',
    'purpose',
    'reversed_at',
    'reverse_reason',
    'created_at',
    'updated_at',
  ],
  instead: FOR_PARTIES,
  told: TOLD,
})
export class InterchangeShow extends InterchangeOfVisit {
  @Out.int({ example: 1, deprecated: true }) truck_visit_id: number;
  @Out.shaped((of) => recordById(of('truck_visit_id')), () => RecordById)
  truck_visit: RecordById;
  @Out.time() completed_at: string | null;
  @Out.texts() seals: string[];
  @Out.number({ description: 'As announced, in kilograms' }) weight: number | null;
  @Out.sql(lineNumber, 'integer', {
    description: 'Number of the line of the booking that it counts for',
    example: 1,
  })
  booking_line: number | null;
  @Out.sql(releaseNumber, 'text', { description: 'Number of the release that it uses', example: 'R1' })
  release: string | null;
  @Out.reference('dock_receipt', 'number', {
    description: 'The dock receipt that it is dropped off for',
    example: 'DR-5001',
  })
  dock_receipt: { id: number; number: string } | null;
  @Out.one('purpose', () => PurposeShow, { nullable: true })
  purpose: PurposeShow | null;
  @Out.time({ description: 'When it was taken back last' }) reversed_at: string | null;
  @Out.one('reversed_by', () => UserNamed) reversed_by: UserNamed | null;
  @Out.text() reverse_reason: string | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}

/** An interchange in the register of all visits. */
export class InterchangeOfRegister extends InterchangeOfVisit {
  @Out.reference('shipping_line', 'code', {
    description: 'The line of the container in that stay',
    example: 'WHA',
  })
  shipping_line: { id: number; code: string } | null;
  @Out.reference('booking', 'number') booking: { id: number; number: string } | null;
  @Out.time() completed_at: string | null;
  @Out.shaped((of) => recordById(of('truck_visit_id')), () => RecordById)
  truck_visit: RecordById;
}
