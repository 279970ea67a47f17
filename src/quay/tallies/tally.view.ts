import { ApiProperty } from '@nestjs/swagger';
import { asTime, NameOnly, userName, view } from '../../common/view/view';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { LIFT_TYPES, TALLY_TYPES } from './tally-words';
import { TallyItemShow } from './tally-item.view';
import { Tally } from './tally.entity';
import { INTEGER } from '../../common/schema/integers';
import { jsonArray, jsonObject } from '../../common/view/json-sql';

const text = (example: string) => ({ type: 'string', nullable: true, example }) as const;
const flag = { type: 'boolean', nullable: true } as const;

class ContainerTypeOfMove {
  @ApiProperty(text('22G1')) iso_type_code: string | null;
  @ApiProperty(text("20' dry van")) description: string | null;
  @ApiProperty(text('20DV')) code: string | null;
}

/** The fields that every moved container shares. */
class MovedContainer {
  @ApiProperty({ type: 'string', example: 'WHAU4142033' }) number: string;
  @ApiProperty({ ...INTEGER, nullable: true, example: 20 })
  size: number | null;
  @ApiProperty(flag) is_high_cube: boolean | null;
  @ApiProperty(flag) is_reefer: boolean | null;
  @ApiProperty({ type: () => ContainerTypeOfMove }) container_type: ContainerTypeOfMove;
}

export class TalliedContainer extends MovedContainer {
  @ApiProperty(text('full')) status: string | null;
  @ApiProperty(text('import')) usage: string | null;
  @ApiProperty(text('yard')) delivery_type: string | null;
  @ApiProperty(text('vessel')) arrival_type: string | null;
}

export class ShiftedContainer extends MovedContainer {
  @ApiProperty({ type: 'boolean', description: 'Whether it was stowed again' }) restow: boolean;
}

export class SpecialLift {
  @ApiProperty({ type: 'string', enum: [...LIFT_TYPES] }) lift_type: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) lifted_at: string | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    required: false,
    description: 'The numbers of the containers; only of a lift of the type multiple',
    example: ['WHAU4158791', 'WHAU4129556'],
  })
  containers?: string[];
}

/** The moves of one crane in a tally. */
export class TallyCrane {
  @ApiProperty({ type: 'string', example: 'Mobile crane 1' }) crane: string;
  @ApiProperty({ type: () => TalliedContainer, isArray: true }) tally: TalliedContainer[];
  @ApiProperty({
    type: () => ShiftedContainer,
    isArray: true,
    description: 'Moved on the vessel, or off and on again, to reach others',
  })
  shifted_cargo: ShiftedContainer[];
  @ApiProperty({
    type: () => SpecialLift,
    isArray: true,
    description: 'Lifts of gear, such as hatch covers, and of several containers at once',
  })
  special_lifts: SpecialLift[];
}

const MOVED = {
  size: 'y.size',
  is_high_cube: 'y.is_high_cube',
  is_reefer: 'y.is_reefer',
  container_type: jsonObject({
    code: 'y.code',
    description: 'y.description',
    iso_type_code: 'y.iso_type_code',
  }),
};

const TALLIED = jsonObject({
  number: 'c.number',
  status: 'coalesce(m.status, s.container_status)',
  usage: 's.usage',
  delivery_type: 'm.delivery_type',
  arrival_type: 'm.arrival_type',
  ...MOVED,
});

const SHIFTED = jsonObject({ number: 'c.number', restow: 'm.restow', ...MOVED });

const LIFTED = `CASE WHEN m.lift_type = 'multiple'
  THEN ${jsonObject({ lift_type: 'm.lift_type', lifted_at: asTime('m.lifted_at'), containers: 'm.containers' })}
  ELSE ${jsonObject({ lift_type: 'm.lift_type', lifted_at: asTime('m.lifted_at') })} END`;

const movesOf = (kind: string, object: string) => jsonArray(`${object} ORDER BY m.id`, `m.kind = '${kind}'`);

/** SQL: the moves of a tally by crane, both in order of their ids. */
const cranes = (of: (column: string) => string) => `(
  SELECT ${jsonArray(`${jsonObject({ crane: 'w.crane', tally: 'w.tally', shifted_cargo: 'w.shifted_cargo', special_lifts: 'w.special_lifts' })} ORDER BY w.first`)} FROM (
    SELECT m.crane, ${movesOf('tally', TALLIED)} AS tally, ${movesOf('shift', SHIFTED)} AS shifted_cargo,
      ${movesOf('special_lift', LIFTED)} AS special_lifts, min(m.id) AS first
    FROM tally_moves m
    LEFT JOIN containers c ON c.organization_id = m.organization_id AND c.id = m.container_id
    LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
    LEFT JOIN container_stays s ON s.organization_id = m.organization_id AND s.id = m.stay_id
    WHERE m.organization_id = ${of('organization_id')} AND m.voyage_id = ${of('voyage_id')}
      AND m.tally_type = ${of('tally_type')} AND m.undone_at IS NULL AND (m.kind = 'special_lift' OR m.container_id IS NOT NULL)
    GROUP BY m.crane) w)`;

const VoyageOut = view(Voyage);

export class VoyageOfTally {
  @VoyageOut.text({ example: 'WP2611' }) number: string;
}

const Out = view(Tally);

/** A tally with all moves of its cranes. */
export class TallySheet {
  @Out.one('voyage', () => VoyageOfTally) voyage: VoyageOfTally;
  @Out.oneOf(TALLY_TYPES) tally_type: string;
  @Out.int({ description: 'How many handsets count for it' }) handsets: number;
  @Out.sql((of) => userName(of, 'closed_by'), 'text', {
    description: 'The user who closed it: the name, or the e-mail where there is none; null while it is open',
  })
  closed_by: string | null;
  @Out.time() closed_at: string | null;
  @Out.shaped(cranes, () => TallyCrane, { isArray: true }) cranes: TallyCrane[];
}

/** A tally in the answer to its creation. */
export class TallyCreated {
  @Out.id() id: number;
  @Out.sql((of) => `initcap(${of('tally_type')}) || ' ' || ${of('voyage.number')}`, 'text', {
    nullable: false,
    example: 'Discharge WP2611',
  })
  name: string;
  @Out.oneOf(TALLY_TYPES) tally_type: string;
  @Out.one('voyage', () => VoyageOfTally) voyage: VoyageOfTally;
  @Out.shaped((of) => jsonObject({ name: userName(of, 'created_by') }), () => NameOnly)
  created_by: NameOnly;
  @Out.time() created_at: string;
}

/** A tally in its set-up. */
export class TallyShow extends TallyCreated {
  @Out.reference('voyage', 'number', { example: 'WP2611' }) override voyage: { id: number; number: string };
  @Out.int() handsets: number;
  @Out.sql((of) => userName(of, 'closed_by'), 'text', {
    description: 'The user who closed it: the name, or the e-mail where there is none; null while it is open',
  })
  closed_by: string | null;
  @Out.time() closed_at: string | null;
  @Out.int({ description: 'How many items fell short when it was closed; null while it is open' }) short:
    number | null;
  @Out.time() updated_at: string;
}

/** A tally that was closed, with what fell short. */
export class TallyClosed {
  @ApiProperty({ type: () => TallyShow }) tally: TallyShow;
  @ApiProperty({
    type: () => TallyItemShow,
    isArray: true,
    description: 'What was expected and not all counted',
  })
  short: TallyItemShow[];
}
