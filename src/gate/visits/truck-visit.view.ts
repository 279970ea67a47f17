import { OpenTo } from '../../common/party-wall/open-to';
import { ApiProperty } from '@nestjs/swagger';
import { asTime, view } from '../../common/view/view';
import { driverName } from '../../parties/setup/driver-name';
import { TruckDriverShort, TruckDriverSummary } from '../../parties/setup/truck-driver.view';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { Truck } from '../../parties/trucks/truck.entity';
import { InterchangeOfVisit } from './interchange.view';
import { TruckVisit } from './truck-visit.entity';
import { UserNamed } from '../../common/auth/user.view';
import { jsonObject } from '../../common/view/json-sql';

const TruckOut = view(Truck);

@OpenTo.parties({ fields: ['id', 'license_plate', 'number', 'active', 'allowed_until'] })
export class TruckOfVisit {
  @TruckOut.id() id: number;
  @TruckOut.text({ example: 'WH-472-B' }) license_plate: string;
  @TruckOut.text({ example: 'T-01' }) number: string | null;
  @TruckOut.int() trucking_company_id: number | null;
  @TruckOut.bool() active: boolean;
  @TruckOut.date() allowed_until: string | null;
}

const TruckingCompanyOut = view(TruckingCompany);

@OpenTo.parties({ fields: ['id', 'name', 'code'] })
export class TruckingCompanyOfVisit {
  @TruckingCompanyOut.id() id: number;
  @TruckingCompanyOut.text({ example: 'Estuary Haulage' }) name: string | null;
  @TruckingCompanyOut.text({ example: 'EST' }) code: string;
}

const Out = view(TruckVisit);

/** SQL: `HH:MM:SS` between two instants. The hours have more than two digits when needed. */
const duration = (from: string, to: string) => {
  const seconds = `greatest(0, floor(extract(epoch FROM ${to} - ${from})))::bigint`;
  return `(SELECT to_char(s / 3600, 'FM99999900') || to_char(s / 60 % 60, ':FM00') || to_char(s % 60, ':FM00')
    FROM (SELECT ${seconds} AS s) d)`;
};

@OpenTo.parties({
  fields: [
    'id',
    'gated_in_at',
    'gated_out_at',
    'duration',
    'truck',
    'truck_driver',
    'trucking_company',
    'gate',
    'interchanges',
    'off_slot',
    'other_terminal',
    'cancelled_at',
    'cancel_reason',
    'out_gate',
    'pre_advice_number',
    'appointment_number',
    'pre_advice',
    'appointment',
  ],
})
export class TruckVisitShow {
  @Out.id() id: number;
  @Out.time() gated_in_at: string;
  @Out.time() gated_out_at: string | null;
  @Out.sql((of) => duration(of('gated_in_at'), `coalesce(${of('gated_out_at')}, now())`), 'text', {
    nullable: false,
    description: 'From gate-in to gate-out, or until now, as HH:MM:SS',
    example: '01:25:40',
  })
  duration: string;
  @Out.one('truck', () => TruckOfVisit) truck: TruckOfVisit;
  @Out.one('truck_driver', () => TruckDriverSummary) truck_driver: TruckDriverSummary | null;
  @Out.one('trucking_company', () => TruckingCompanyOfVisit)
  trucking_company: TruckingCompanyOfVisit | null;
  @Out.reference('gate', 'name') gate: { id: number; name: string };
  @Out.one('gate_in_user', () => UserNamed) gate_in_user: UserNamed | null;
  @Out.one('gate_out_user', () => UserNamed) gate_out_user: UserNamed | null;
  @Out.many('interchanges', () => InterchangeOfVisit) interchanges: InterchangeOfVisit[];
  @Out.text({ description: 'Why interchanges stayed incomplete at gate-out' })
  reason_for_incomplete: string | null;
  @Out.text({
    description:
      'Why a clerk let it leave with containers whose charges could not be calculated, or bring one that a voyage announced',
  })
  force_reason: string | null;
  @Out.bool({ description: 'Whether the truck came outside of the slot of its appointment' })
  off_slot: boolean;
  @Out.sql(
    (of) => `(${of('other_terminal')} OR EXISTS (SELECT FROM interchanges i
      WHERE i.organization_id = ${of('organization_id')} AND i.truck_visit_id = ${of('id')} AND i.other_terminal))`,
    'boolean',
    { nullable: false },
  )
  other_terminal: boolean;
  @Out.time({ description: 'When the visit was taken back, which is then when it ended' })
  cancelled_at: string | null;
  @Out.one('cancelled_by', () => UserNamed) cancelled_by: UserNamed | null;
  @Out.text() cancel_reason: string | null;
  @Out.reference('out_gate', 'name') out_gate: { id: number; name: string } | null;
  @Out.text() comment: string | null;
  @Out.int({ description: 'The signature of the driver, by the id of its file', example: 1 })
  signature_file_id: number | null;
  @Out.sql((of) => of('pre_advice.advice_number'), 'text', {
    description: 'Replaced by pre_advice',
    deprecated: true,
    example: 'PA-1001',
  })
  pre_advice_number: string | null;
  @Out.sql((of) => of('appointment.number'), 'text', {
    description: 'Replaced by appointment',
    deprecated: true,
    example: 'AP-2001',
  })
  appointment_number: string | null;
  @Out.reference('pre_advice', 'advice_number', {
    description: 'The pre-advice that it came with',
    example: 'PA-1001',
  })
  pre_advice: { id: number; advice_number: string } | null;
  @Out.reference('appointment', 'number', {
    description: 'The appointment that it came with',
    example: 'AP-2001',
  })
  appointment: { id: number; number: string } | null;
}

export class CreatedTruckVisit {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T13:30:00.000Z' })
  gated_in_at: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, example: null })
  gated_out_at: string | null;
}

/** The answer to a gate-in. */
export class TruckVisitCreated {
  @Out.shaped(
    (of) =>
      jsonObject({
        id: of('id'),
        gated_in_at: asTime(of('gated_in_at')),
        gated_out_at: asTime(of('gated_out_at')),
      }),
    () => CreatedTruckVisit,
  )
  truck_visit: CreatedTruckVisit;
  @Out.sql((of) => of('gate.name'), 'text', { nullable: false, example: 'In 1' }) gate_name: string;
  @Out.sql(
    (of) =>
      `coalesce(${driverName((column) => of(`truck_driver.${column}`))}, ${of('truck_driver.license_number')})`,
    'text',
    { description: "The driver's name, or license number when there is none", example: 'Anneke Vroom' },
  )
  truck_driver: string | null;
  @Out.sql((of) => of('truck.license_plate'), 'text', {
    nullable: false,
    example: 'WH-472-B',
  })
  truck: string;
  @Out.text() comment: string | null;
}

/** A short visit, for the answer to a gate-out and for invoices. */
@OpenTo.parties({ fields: ['id', 'truck', 'truck_driver', 'gated_in_at', 'gated_out_at'] })
export class TruckVisitSummary {
  @Out.id() id: number;
  @Out.one('truck', () => TruckOfVisit) truck: TruckOfVisit;
  @Out.one('truck_driver', () => TruckDriverShort) truck_driver: TruckDriverShort | null;
  @Out.time() gated_in_at: string;
  @Out.time() gated_out_at: string | null;
}
