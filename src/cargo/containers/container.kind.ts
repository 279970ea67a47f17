import { Check, Column, Exclusion, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, Integer, type Numeric, type NoColumn, Text } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { In, listOf } from '../../common/input/in';
import { BadValue, toOneOf, toText } from '../../common/input/values';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { SEARCHABLE, SEARCHABLE_MUST } from '../../common/pagination/page-query';
import { Named } from '../../common/write/lookups';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { BillKey, billsOutput } from '../bills-of-lading/bill-reference';
import { LOCATION_TYPES } from '../../places/locations/locations';
import { PlaceShow, terminalOf, yardAreaOf } from '../../places/locations/place-of';
import { Located } from '../../places/locations/located';
import {
  locationIdInput,
  locationInput,
  locationOutput,
  locationShown,
  locationTypeInput,
  locationTypeOutput,
} from '../../places/locations/location-fields';
import { MOST_TIERS } from '../../places/setup/yard-slot.kind';
import { CARGO } from '../cargo.codes';
import { Booking } from '../setup/booking.kind';
import { CommodityType } from '../setup/commodity-type.kind';
import { ContainerType } from '../setup/container-type.kind';
import { BILLS_TOLD } from '../interests/bills-of-stay';
import {
  bringsForStay,
  CONSIGNEE_TOLD,
  PLACE_OF_STAY_TOLD,
  placeOfStay,
  seesConsignee,
  TYPE_OF_STAY_TOLD,
  typeOfStay,
} from '../interests/seen-of-stay';
import type { ContainerStay } from '../stays/container-stay.entity';
import { leavingFilters } from '../release/leaving.dto';
import { boxFilters } from './box-filters';
import { CONDITIONS, CONTAINER_STATUSES, CONTAINER_USAGES } from './container-words';
import { CreateReeferPlugMovement } from './reefer-plug-movement.dto';
import { plugMovements, ReeferPlugMovementShow } from './reefer-plug-movement.view';
import { UNLIFTED_HOLD_TYPES, UNLIFTED_HOLDS } from '../held/unlifted-holds';

/** @throws BadValue */
const toLocationTypes = (raw: unknown) => {
  if (raw === '') return null;
  return listOf((each) => toOneOf(each, LOCATION_TYPES))(Array.isArray(raw) ? raw : [raw]);
};

/** @throws BadValue for a part so short that too many numbers contain it */
function toNumberPart(raw: unknown): string | null {
  if (raw === '') return null;
  const part = normalizeContainerNumber(toText(raw, { max: 255 }));
  if (!SEARCHABLE.test(part)) throw new BadValue(SEARCHABLE_MUST);
  return part;
}

const STAY = { id: 'stay_id', in_at: 'stay.in_at' };

/** A container, known by its ISO 6346 number. */
@Kind({
  singular: 'container',
  plural: 'containers',
  key: 'number',
  role: 'write',
  parties: {
    concern: { stay: 'shown' },
    fields: [
      'number',
      'meets_iso_standards',
      'container_status',
      'usage',
      'is_dangerous',
      'imdg_classes',
      'shipping_line',
      'booking',
      'arrival_voyage',
      'departure_voyage',
      'terminal',
      'operating_reefer',
      'reefer_temperature',
      'reefer_set_point_temperature',
      'supply_temperature',
      'stay_id',
      'in_at',
      'unlifted_holds',
      'bill_of_ladings',
    ],
    owners: ['goods', 'weight', 'seals', 'commodity_type', 'open_damages', 'condition'],
    own: { weight: bringsForStay(STAY), consignee: seesConsignee(STAY), ...typeOfStay(STAY) },
    instead: placeOfStay(STAY),
    told: { ...PLACE_OF_STAY_TOLD, ...TYPE_OF_STAY_TOLD, ...BILLS_TOLD, ...CONSIGNEE_TOLD },
    filters: [
      'number',
      'container_status',
      'usage',
      'shipping_line',
      'container_type',
      'size',
      'is_reefer',
      'terminal',
      'voyage_number',
      'at_terminal',
      'held',
      'q',
      'booking_number',
    ],
  },
  filters: {
    container_status: In.anyWord(CONTAINER_STATUSES, { description: 'Full ones or empty ones only' }),
    ...boxFilters,
    usage: In.anyWord(CONTAINER_USAGES, { description: 'What they are at the terminal for' }),
    current_location_type: locationTypeInput(),
    location_type: In.custom(
      { type: 'array', items: { type: 'string', enum: LOCATION_TYPES }, maxItems: LOCATION_TYPES.length },
      toLocationTypes,
      { description: 'Those in a place of any of these types' },
    ),
    vgm: In.oneOf(['missing'], {
      description:
        '`missing`: full ones for loading, here or announced, without a verified gross mass: for export, or with a departure voyage',
    }),
    at_terminal: In.bool({ description: 'Whether they are at the terminal' }),
    held: In.bool({
      description:
        'Whether a hold keeps them: their own, or one of a bill or of a container that they are in',
    }),
    q: In.custom({ type: 'string', minLength: 3, maxLength: 255 }, toNumberPart, {
      description:
        'Part of the number, with three letters or digits or more, in any case and with or without spaces',
      example: 'WHAU41',
    }),
    bill_of_lading_number: In.text({ description: 'The number of a bill that the container is on' }),
    booking_number: In.text({ description: 'Only what is for the booking with this whole number' }),
    ...leavingFilters,
  },
})
@Named({ keyOf: (named) => normalizeContainerNumber(String(named)) })
@Index(['organization_id', 'usage', 'id'])
@Index(['organization_id', 'container_status', 'usage', 'id'])
@Index(['organization_id', 'current_location_type', 'id'])
@Index('ix_containers_number_part', { synchronize: false })
@Index('ix_containers_here', { synchronize: false })
@Check('ck_containers_current_location', `current_location_type <> 'Container' OR current_location_id <> id`)
@Refuses('ck_containers_current_location', 'A container cannot be in itself.', 'current_location')
@Exclusion(
  'ex_containers_tier',
  `USING btree (organization_id WITH =, current_location_id WITH =, tier WITH =)
   WHERE (tier IS NOT NULL) DEFERRABLE INITIALLY DEFERRED`,
)
@Refuses('ex_containers_tier', 'Another container stands in this tier of the slot.', 'tier', CARGO.tier_taken)
@Check(
  'ck_containers_tier',
  `CASE WHEN tier IS NOT NULL THEN tier BETWEEN 1 AND ${MOST_TIERS} AND current_location_type = 'YardSlot' AND current_location_id IS NOT NULL ELSE true END`,
)
@Refuses('ck_containers_tier', 'Only a yard slot has tiers.', 'tier', CARGO.no_tiers)
export class Container extends Located {
  @Field.key({ identifier: 'ascii', example: 'WHAU4142033' }) number: string;
  @Column({ type: 'boolean', default: false })
  @Field.computed((out) => out.bool({ description: 'Whether the check digit of ISO 6346 is right' }))
  meets_iso_standards: NoColumn;

  @Field.ref(() => ContainerType, 'code') container_type: Relation<ContainerType> | null;
  container_type_id: number | null;
  @Field.computed((out) => out.sql((of) => of('container_type.size'), 'integer')) size: NoColumn;
  @Field.computed((out) => out.sql((of) => of('container_type.is_high_cube'), 'boolean'))
  is_high_cube: NoColumn;
  @Field.computed((out) => out.sql((of) => of('container_type.is_reefer'), 'boolean')) is_reefer: NoColumn;

  @Field.oneOf(CONTAINER_STATUSES) container_status: string | null;
  @Field.oneOf(CONTAINER_USAGES) usage: string | null;
  @Field.ref(() => ShippingLine, 'code') shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @Field.text() goods: string | null;
  @Field.number({ min: 0, description: "In the organization's weight unit" }) weight: Numeric | null;
  @Field.texts() seals: string[];
  @Field.ref(() => CommodityType, 'name', { sparse: true }) commodity_type: Relation<CommodityType> | null;
  commodity_type_id: number | null;
  @Field.ref(() => Consignee, 'name', { sparse: true }) consignee: Relation<Consignee> | null;
  consignee_id: number | null;

  @Field.custom(In.objects(() => BillKey), billsOutput) bill_of_ladings: NoColumn;

  @Field.ref(() => Booking, 'number', { sparse: true }) booking: Relation<Booking> | null;
  booking_id: number | null;
  @Field.ref(() => Voyage, 'number', { sparse: true }) arrival_voyage: Relation<Voyage> | null;
  arrival_voyage_id: number | null;
  @Field.ref(() => Voyage, 'number', { sparse: true }) departure_voyage: Relation<Voyage> | null;
  departure_voyage_id: number | null;

  @Field.customColumn(locationTypeInput(), locationTypeOutput) override current_location_type: string | null;
  @Field.custom(locationInput(), locationOutput) current_location: NoColumn;
  @Field.computed(locationShown) location: NoColumn;
  @Field.customColumn(locationIdInput(), (out) =>
    out.int({ description: 'The id of the place; null where only its type is known' }),
  )
  override current_location_id: number | null;
  @Field.computed((out) =>
    out.shaped(yardAreaOf, () => PlaceShow, { nullable: true, description: 'The yard area of its place' }),
  )
  yard_area: NoColumn;
  @Field.computed((out) =>
    out.shaped(terminalOf, () => PlaceShow, { nullable: true, description: 'The terminal of its place' }),
  )
  terminal: NoColumn;
  @Field.int({
    min: 1,
    max: MOST_TIERS,
    description: 'Its tier in a slot with tiers, from the ground up; the lowest free one unless given',
    example: 1,
  })
  tier: number | null;

  @Field.flag() operating_reefer: boolean;
  @Field.number() reefer_temperature: Numeric | null;
  @Field.number() reefer_set_point_temperature: Numeric | null;
  @Field.number() supply_temperature: Numeric | null;

  @Field.custom(In.objects(() => CreateReeferPlugMovement), (out) =>
    out.shaped(plugMovements, () => ReeferPlugMovementShow, { isArray: true }),
  )
  reefer_plug_movements: NoColumn;

  /** The stay that the record shows: the open one, or else the last; null before the first. */
  @BelongsTo('ContainerStay', { deferred: true }) stay: Relation<ContainerStay> | null;
  @Field.answered((out) =>
    out.int({ description: 'The stay that the record shows: the one that is not over, else the last one' }),
  )
  stay_id: number | null;
  /** The reason of the last renumbering. */
  @Text() renumber_reason: string | null;
  @Field.computed((out) =>
    out.sql((of) => of('stay.in_at'), 'time', { description: 'When it came for that stay' }),
  )
  in_at: NoColumn;

  /** How many damages of it are open. A trigger of damages counts them. */
  @Integer({ required: true, default: 0 })
  @Field.answered((out) => out.int({ description: 'How many damages of it are open' }))
  open_damages: number;
  @Field.computed((out) =>
    out.sql(
      (of) => `CASE WHEN ${of('open_damages')} > 0 THEN 'damaged' ELSE ${of('stay.condition')} END`,
      'text',
      {
        values: CONDITIONS,
        description:
          'damaged with an open damage, else what its last inspection in this stay found; null where nobody looked',
        example: 'sound',
      },
    ),
  )
  condition: NoColumn;
  @Field.computed((out) =>
    out.sql((of) => `coalesce(${of('stay.dangerous_goods')} <> '[]', false)`, 'boolean', {
      nullable: false,
      description: 'Whether dangerous goods are stated of the stay that it shows',
    }),
  )
  is_dangerous: NoColumn;
  @Field.computed((out) =>
    out.sql((of) => `imdg_classes_of(coalesce(${of('stay.dangerous_goods')}, '[]'))`, 'texts', {
      nullable: false,
      description: 'The classes of these goods by the IMDG code, subsidiary ones too',
    }),
  )
  imdg_classes: NoColumn;

  @Field.computed((out) => out.sql(UNLIFTED_HOLDS, 'integer', { nullable: false })) unlifted_holds: NoColumn;
  @Field.computed((out) =>
    out.sql(UNLIFTED_HOLD_TYPES, 'texts', {
      nullable: false,
      description:
        'The types of holds that keep it: its own, and those of bills; not those of a container around it',
    }),
  )
  hold_types: NoColumn;
}
