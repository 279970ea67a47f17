import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Params } from '../../common/languages/sentence';
import { PARAMS, ReasonSource } from '../../cargo/release/release-reason.view';
import { Of, userName, view } from '../../common/view/view';
import { driverName } from '../../parties/setup/truck-driver.view';
import { GATE_ACTIONS, GateRefusal } from './gate-refusal.entity';
import { compactJson, jsonObject } from '../../common/view/json-sql';

const Out = view(GateRefusal);
const id = { type: 'integer', nullable: true, description: 'null for one that is not known' } as const;
const time = { type: 'string', format: 'date-time', nullable: true } as const;

export class TruckOfRefusal {
  @ApiProperty(id) id: number | null;
  @ApiProperty({ type: 'string', example: 'WH-472-B' }) license_plate: string;
}

export class GateOfRefusal {
  @ApiProperty(id) id: number | null;
  @ApiProperty({ type: 'string', example: 'In 1' }) name: string;
}

export class PersonOfRefusal {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', nullable: true, example: 'Anneke Vroom' }) name: string | null;
}

export class PreAdviceOfRefusal {
  @ApiProperty(id) id: number | null;
  @ApiProperty({ type: 'string', example: 'PA-1002' }) advice_number: string;
}

export class AppointmentOfRefusal {
  @ApiProperty(id) id: number | null;
  @ApiProperty({ type: 'string', example: 'AP-2001' }) number: string;
}

/** A reason of a refusal. Cargo has the codes of availability, everything else the codes of errors. */
export class ReasonOfRefusal {
  @ApiProperty({ type: 'string', example: 'not_arrived' }) code: string;
  @ApiProperty({ type: 'string', example: "Container 'WHAU4142033' is not at the terminal." })
  sentence: string;
  @ApiPropertyOptional({ ...PARAMS, description: `${PARAMS.description}; not kept before version 0.32` })
  params?: Params;
  @ApiProperty(time) since: Date | null;
  @ApiProperty({ ...time, description: 'When it ends by itself, as far as is known' }) until: Date | null;
  @ApiProperty({ type: () => ReasonSource, nullable: true }) source: ReasonSource | null;
}

/**
 * SQL: a record as an object of id and name; null when the attempt named none. The id is null for an unknown record.
 */
const known = (id: string, key: string, name: string) =>
  `CASE WHEN ${name} IS NOT NULL THEN ${jsonObject({ id, [key]: name })} END`;
/** SQL: the same for a record that the refusal keeps by its number. */
const byNumber = (of: Of, table: string, key: string, column: string) =>
  known(
    `(SELECT a.id FROM ${table} a WHERE a.organization_id = ${of('organization_id')} AND a.${key} = ${of(column)})`,
    key,
    of(column),
  );
const person = (of: Of, relation: string, name: string) =>
  `CASE WHEN ${of(`${relation}_id`)} IS NOT NULL THEN ${jsonObject({ id: of(`${relation}_id`), name })} END`;

/** A gate-in or gate-out that the gate refused. */
export class GateRefusalShow {
  @Out.id() id: number;
  @Out.time() at: string;
  @Out.oneOf(GATE_ACTIONS, { example: 'gate_in' }) action: string;
  @Out.shaped(
    (of) => known(of('gate_id'), 'name', `coalesce(${of('gate.name')}, ${of('gate_named')})`),
    () => GateOfRefusal,
    { nullable: true },
  )
  gate: GateOfRefusal | null;
  @Out.shaped(
    (of) =>
      known(of('truck_id'), 'license_plate', `coalesce(${of('truck.license_plate')}, ${of('truck_named')})`),
    () => TruckOfRefusal,
    { nullable: true },
  )
  truck: TruckOfRefusal | null;
  @Out.shaped(
    (of) =>
      person(
        of,
        'truck_driver',
        driverName((column) => of(`truck_driver.${column}`)),
      ),
    () => PersonOfRefusal,
    { nullable: true },
  )
  truck_driver: PersonOfRefusal | null;
  @Out.shaped((of) => byNumber(of, 'pre_advices', 'advice_number', 'pre_advice'), () => PreAdviceOfRefusal, {
    nullable: true,
  })
  pre_advice: PreAdviceOfRefusal | null;
  @Out.shaped((of) => byNumber(of, 'appointments', 'number', 'appointment'), () => AppointmentOfRefusal, {
    nullable: true,
  })
  appointment: AppointmentOfRefusal | null;
  @Out.shaped((of) => compactJson(of('reasons')), () => ReasonOfRefusal, { isArray: true })
  reasons: ReasonOfRefusal[];
  @Out.shaped((of) => person(of, 'user', userName(of, 'user')), () => PersonOfRefusal, { nullable: true })
  user: PersonOfRefusal | null;
}
