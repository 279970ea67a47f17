import { Check } from 'typeorm';
import type { Relation } from 'typeorm';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { LIFT_TYPES, MOVE_KINDS, TALLY_TYPES } from './tally-words';
import type { TallyType } from './tally-words';

/** One move of a crane, a row of the tally of its voyage and type. Creating it moves its container. */
@Kind({ singular: 'tally_move', plural: 'tally_moves', key: 'reference', role: 'write' })
@Check('ck_tally_moves_container', `kind = 'special_lift' OR container_id IS NOT NULL`)
@Refuses('ck_tally_moves_container', 'Container is required, except for a special lift.', 'container')
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
    description:
      '`tally` for a container counted, `shift` for one moved on the vessel, `special_lift` for gear',
  })
  kind: (typeof MOVE_KINDS)[number];
  @Field.ref(() => Container, 'number', { description: 'Required, except for a special lift' })
  container: Relation<Container> | null;
  container_id: number | null;
  /** The stay of the container that the move begins or ends. */
  @BelongsTo(() => ContainerStay) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @Field.flag({ description: 'Of a shift: whether the container is stowed again' }) restow: boolean;
  @Field.text({ description: 'What it goes on by: yard, truck, rail …', example: 'yard' }) delivery_type:
    string | null;
  @Field.text({ description: 'What it came by: vessel, truck, rail …', example: 'vessel' }) arrival_type:
    string | null;
  @Field.text({ description: "The container's own unless given", example: 'full' }) status: string | null;
  @Field.oneOf(LIFT_TYPES, { description: 'Required for a special lift' }) lift_type: string | null;
  @Field.time({ description: 'When; its container was moved then, or else at the creation of this record' })
  lifted_at: Date | null;
  @Field.texts({ description: 'Of a lift of the type multiple: the numbers of its containers' })
  containers: string[];
}
