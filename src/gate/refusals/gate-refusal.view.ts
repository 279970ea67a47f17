import { OpenTo } from '../../common/party-wall/open-to';
import { ApiProperty } from '@nestjs/swagger';
import { PLAIN } from '../../cargo/release/reason-for-parties';
import { Reason } from '../../cargo/release/release-reason.view';
import { codesOpenToParties, COMMON } from '../../common/errors/codes';
import { BASE } from '../../common/view/compiler';
import { UserShort } from '../../common/auth/user.view';
import { Of, view } from '../../common/view/view';
import { hasOwnDriver, OWN_DRIVER_TOLD } from '../../parties/setup/own-driver';
import { driverName } from '../../parties/setup/driver-name';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { GATE_ACTIONS, GateRefusal } from './gate-refusal.entity';
import { compactJson, jsonArray, jsonObject } from '../../common/view/json-sql';

const Out = view(GateRefusal);
const id = { type: 'integer', nullable: true, description: 'null for one that is not known' } as const;

export class TruckOfRefusal {
  @ApiProperty(id) id: number | null;
  @ApiProperty({ type: 'string', example: 'WH-472-B' }) license_plate: string;
}

export class GateOfRefusal {
  @ApiProperty(id) id: number | null;
  @ApiProperty({ type: 'string', example: 'In 1' }) name: string;
}

const DriverOut = view(TruckDriver);

@OpenTo.parties({ fields: ['id', 'fullname', 'license_number', 'name'] })
export class DriverOfRefusal {
  @DriverOut.id() id: number;
  @DriverOut.sql(driverName, 'text', { example: 'Anneke Vroom' }) fullname: string | null;
  @DriverOut.text({ example: 'DL-5520147' }) license_number: string;
  @DriverOut.sql(driverName, 'text', { deprecated: true, description: 'The same as fullname' })
  name: string | null;
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
export class ReasonOfRefusal extends Reason {
  @ApiProperty({ type: 'string', example: 'not_arrived' }) override code: string;
}

/** The codes of reasons that say why something is held, or what is due for it. */
const CONFIDENTIAL = ['held', 'held_by_bill', 'container_held', 'cargo_held', 'unpaid', 'charges_due'];

/** The codes of reasons that parties are told, and the sentence in place of that of any other. */
const codesTold = () => [...CONFIDENTIAL, ...PLAIN, ...codesOpenToParties()];
const NOT_TOLD = 'The terminal does not allow this: ask there.';

/** SQL: a list of words. */
const words = (of: readonly string[]) => `('${of.join("', '")}')`;

/**
 * SQL: the stored reasons, each with the address of the service in its link. Parties are told neither what caused a reason
 * nor the request that removes it, and that something is held and not why. A reason that they would not be told as a
 * refusal is `refused` here as well: it may speak of a booking, a visit or a container of others.
 */
const REASONS = (of: Of, forParties = false) => {
  const told = (key: string) => `r.reason ->> '${key}'`;
  const object = (key: string) => compactJson(`nullif(r.reason -> '${key}', 'null')`);
  const link = jsonObject({
    method: `r.reason -> 'action' ->> 'method'`,
    url: `${BASE} || (r.reason -> 'action' ->> 'url')`,
  });
  const reason = jsonObject({
    code: told('code'),
    sentence: told('sentence'),
    // refusals from before sentences had parameters have none
    params: compactJson(`coalesce(r.reason -> 'params', '{}')`),
    container: object('container'),
    since: told('since'),
    until: told('until'),
    source: object('source'),
    action: `CASE WHEN r.reason -> 'action' ->> 'url' IS NOT NULL THEN ${link} END`,
  });
  const isConfidential = `${told('code')} IN ${words(CONFIDENTIAL)}`;
  const isTold = `${told('code')} IN ${words(codesTold())}`;
  const cut = jsonObject({
    code: `CASE WHEN ${isTold} THEN ${told('code')} ELSE '${COMMON.refused}' END`,
    sentence: `CASE WHEN ${isConfidential} THEN coalesce('Container ' || (r.reason -> 'container' ->> 'number'), 'It')
      || CASE WHEN ${told('code')} LIKE '%held%' THEN ' is held.' ELSE ' is not paid for.' END
      WHEN ${isTold} THEN ${told('sentence')} ELSE '${NOT_TOLD}' END`,
    params: `CASE WHEN ${isTold} AND NOT ${isConfidential} THEN ${compactJson(`coalesce(r.reason -> 'params', '{}')`)}
      ELSE '{}'::json END`,
    container: object('container'),
    since: told('since'),
    until: told('until'),
    source: 'NULL',
    action: 'NULL',
  });
  return `(SELECT ${jsonArray(`${forParties ? cut : reason} ORDER BY r.at`)}
    FROM jsonb_array_elements(${of('reasons')}) WITH ORDINALITY r(reason, at))`;
};

/** The same for parties, of a reason that is stored. */
function reasonTold(reason: ReasonOfRefusal): object {
  const { code, container } = reason;
  const cut = { ...reason, source: null, action: null };
  if (!codesTold().includes(code)) return { ...cut, code: COMMON.refused, sentence: NOT_TOLD, params: {} };
  if (!CONFIDENTIAL.includes(code)) return cut;
  const what = container ? `Container ${container.number}` : 'It';
  return {
    ...cut,
    sentence: `${what} is ${code.includes('held') ? 'held' : 'not paid for'}.`,
    params: {},
  };
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

/** SQL: a number that the attempt named, to parties without whether there is such a record. */
const named = (key: string, column: string) => (of: Of) => known('NULL::bigint', key, of(column));

/** A gate-in or gate-out that the gate refused. */
@OpenTo.parties({
  fields: ['id', 'at', 'action', 'gate', 'truck'],
  own: { truck_driver: hasOwnDriver },
  instead: {
    pre_advice: named('advice_number', 'pre_advice'),
    appointment: named('number', 'appointment'),
    reasons: (of) => REASONS(of, true),
  },
  told: {
    ...OWN_DRIVER_TOLD,
    pre_advice: ({ pre_advice }) => pre_advice && { ...pre_advice, id: null },
    appointment: ({ appointment }) => appointment && { ...appointment, id: null },
    reasons: ({ reasons }) => (reasons as ReasonOfRefusal[]).map(reasonTold),
  },
})
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
  @Out.one('truck_driver', () => DriverOfRefusal) truck_driver: DriverOfRefusal | null;
  @Out.shaped((of) => byNumber(of, 'pre_advices', 'advice_number', 'pre_advice'), () => PreAdviceOfRefusal, {
    nullable: true,
  })
  pre_advice: PreAdviceOfRefusal | null;
  @Out.shaped((of) => byNumber(of, 'appointments', 'number', 'appointment'), () => AppointmentOfRefusal, {
    nullable: true,
  })
  appointment: AppointmentOfRefusal | null;
  @Out.shaped((of) => REASONS(of), () => ReasonOfRefusal, { isArray: true })
  reasons: ReasonOfRefusal[];
  @Out.one('user', () => UserShort) user: UserShort | null;
}
