import { Check } from 'typeorm';
import type { Relation } from 'typeorm';
import { Breakbulk } from '../../cargo/breakbulks/breakbulk.kind';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { Vehicle } from '../../cargo/vehicles/vehicle.kind';
import { User } from '../../common/auth/user.kind';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, JsonColumn, NoColumn, Row, Text, Time } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import type { ChangedByMove } from './changed-by-move';
import { UserNamed } from '../../common/auth/user.view';
import { LIFT_TYPES, MOVE_KINDS, TALLY_TYPES } from './tally-words';
import type { MoveKind, TallyType } from './tally-words';

/** One move of a crane, a row of the tally of its voyage and type. Creating it moves its cargo. */
@Kind({
  singular: 'tally_move',
  plural: 'tally_moves',
  key: 'reference',
  role: 'write',
  keeps: {
    summary: 'Undo a tally move',
    description:
      'As `POST /tallies/{id}/moves/{move_id}/undo` does, without a reason: the move stays listed, and counts nowhere. Of a closed tally none is undone: 409.',
  },
})
@Check(
  'ck_tally_moves_container',
  `CASE kind WHEN 'special_lift' THEN num_nonnulls(vehicle_id, breakbulk_id) = 0
   ELSE num_nonnulls(container_id, vehicle_id, breakbulk_id) = 1 END`,
)
@Refuses(
  'ck_tally_moves_container',
  'A container, a vehicle or breakbulk is required, and only one of them, except for a special lift.',
  'container',
)
@Check('ck_tally_moves_quantity', 'quantity > 0')
@Refuses('ck_tally_moves_quantity', 'Quantity must be more than 0.', 'quantity')
@Check('ck_tally_moves_special_lift', `kind <> 'special_lift' OR lift_type IS NOT NULL`)
@Refuses('ck_tally_moves_special_lift', 'Lift type is required for a special lift.', 'lift_type')
export class TallyMove extends Row {
  @Field.key({ made: true, description: 'Made when it is left out', example: 'TM-0001' }) reference: string;
  @Field.ref(() => Voyage, 'number', { required: true, example: 'WP2611' }) voyage: Relation<Voyage>;
  voyage_id: number;
  @Field.oneOf(TALLY_TYPES, { required: true }) tally_type: TallyType;
  @Field.text({ required: true, example: 'Mobile crane 1' }) crane: string;
  @Field.oneOf(MOVE_KINDS, {
    required: true,
    description: '`tally` for cargo counted, `shift` for cargo moved on the vessel, `special_lift` for gear',
  })
  kind: MoveKind;
  @Field.ref(() => Container, 'number', {
    description: 'This, a vehicle or breakbulk is required, except for a special lift',
  })
  container: Relation<Container> | null;
  container_id: number | null;
  @Field.ref(() => Vehicle, 'vin_number', {
    description: 'The vehicle that was moved, if it was one',
    sparse: true,
  })
  vehicle: Relation<Vehicle> | null;
  vehicle_id: number | null;
  @Field.ref(() => Breakbulk, 'reference_number', {
    description: 'The lot that was moved, if it was one',
    sparse: true,
  })
  breakbulk: Relation<Breakbulk> | null;
  breakbulk_id: number | null;
  @Field.int({
    min: 1,
    description: 'How many pieces of breakbulk; those that are left, unless given',
    example: 40,
  })
  quantity: number | null;
  @Field.flag({ description: 'Whether something of it was beyond what the tally expects' }) over: boolean;
  /** The stay of the container that the move begins or ends. */
  @BelongsTo(() => ContainerStay, { sparse: true }) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @Field.flag({ description: 'Of a shift: whether the container is stowed again' }) restow: boolean;
  @Field.text({ description: 'What it goes on by: yard, truck, rail …', example: 'yard' }) delivery_type:
    string | null;
  @Field.text({ description: 'What it came by: vessel, truck, rail …', example: 'vessel' }) arrival_type:
    string | null;
  @Field.text({ description: "The container's own unless given", example: 'full' }) status: string | null;
  @Field.oneOf(LIFT_TYPES, { description: 'Required for a special lift' }) lift_type: string | null;
  @Field.time({ description: 'When; its cargo was moved then, or else at the creation of this record' })
  lifted_at: Date | null;
  @Field.texts({ description: 'Of a lift of the type multiple: the numbers of its containers' })
  containers: string[];
  @Field.answered((out) => out.time({ description: 'When the move was undone; null while it counts' }))
  @Time()
  undone_at: Date | null;
  @Field.answered((out) => out.one('undone_by', () => UserNamed))
  @BelongsTo(() => User, { sparse: true })
  undone_by: Relation<User> | null;
  undone_by_id: number | null;
  @Field.answered((out) => out.text({ description: 'The same as undo_reason', deprecated: true }))
  @Text()
  reason: string | null;
  @Field.computed((out) =>
    out.text({ column: 'reason', description: 'Why it was undone; null where nobody said so' }),
  )
  undo_reason: NoColumn;
  /** What the move changed, so that an undo restores it; null for moves from before and those of files. */
  @JsonColumn() changed: ChangedByMove | null;
}
