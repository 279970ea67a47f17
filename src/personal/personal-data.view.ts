import { ApiProperty } from '@nestjs/swagger';
import { UserIdentityShow } from '../common/auth/issuers/user-identity.view';
import { User } from '../common/auth/user.kind';
import { kindOf } from '../common/setup/kind';
import { kindClasses } from '../common/setup/kind-classes';
import { BIG_INTEGER } from '../common/schema/integers';
import { TruckDriver } from '../parties/setup/truck-driver.kind';

export const DriverShow = kindClasses(kindOf(TruckDriver)).Show;
export const UserShow = kindClasses(kindOf(User)).Show;

const TIME = { type: 'string', format: 'date-time', example: '2026-11-20T13:30:00.000Z' } as const;
const MAYBE_TIME = { ...TIME, nullable: true } as const;
const TEXT = { type: 'string' } as const;
const MAYBE_TEXT = { type: 'string', nullable: true } as const;
/** What an `operation` is. */
const WROTE = 'The request or command that wrote it';
const VALUES = { type: 'object', additionalProperties: true, nullable: true } as const;

/** A truck that the person drove, or usually drives. */
export class TruckOfPerson {
  @ApiProperty(BIG_INTEGER) id: number;
  @ApiProperty({ ...TEXT, example: 'WH-472-B' }) license_plate: string;
}

export class VisitOfPerson {
  @ApiProperty(BIG_INTEGER) id: number;
  @ApiProperty({ type: () => TruckOfPerson }) truck: TruckOfPerson;
  @ApiProperty(TIME) gated_in_at: string;
  @ApiProperty(MAYBE_TIME) gated_out_at: string | null;
  @ApiProperty({ type: 'boolean', description: 'Whether the visit was taken back' }) cancelled: boolean;
}

/** A pre-advice or an appointment. */
export class AnnouncementOfPerson {
  @ApiProperty(BIG_INTEGER) id: number;
  @ApiProperty({ ...TEXT, example: 'PA-1002', description: 'The number by which the gate knows it' })
  number: string;
  @ApiProperty(TIME) created_at: string;
  @ApiProperty({ ...MAYBE_TIME, description: 'When a truck came in with it; null for none' }) used_at:
    string | null;
}

/** A receipt of a handover that names the driver. */
export class ReceiptOfPerson {
  @ApiProperty(BIG_INTEGER) id: number;
  @ApiProperty({ ...TEXT, example: 'EIR-2026-000123' }) number: string;
  @ApiProperty({ ...TIME, description: 'When the issue was made' }) issued_at: string;
}

export class RefusalOfPerson {
  @ApiProperty(BIG_INTEGER) id: number;
  @ApiProperty(TIME) at: string;
  @ApiProperty({ ...TEXT, example: 'gate_in' }) action: string;
  @ApiProperty({ type: 'array', items: { type: 'string' }, description: 'Why, one for each reason' })
  sentences: string[];
}

export class EventOfPerson {
  @ApiProperty({ ...BIG_INTEGER, description: 'Its position in the feed' }) id: number;
  @ApiProperty({ ...TEXT, example: 'truck_visit.gated_in' }) type: string;
  @ApiProperty({ ...TIME, description: 'When it happened' }) occurred_at: string;
  @ApiProperty({ ...MAYBE_TEXT, description: 'The path of the record', example: '/api/v1/truck_visits/1' })
  subject_path: string | null;
}

/** A trace of the record of the person, with the values that it had. */
export class TraceOfPerson {
  @ApiProperty(BIG_INTEGER) id: number;
  @ApiProperty(TIME) created_at: string;
  @ApiProperty({ ...TEXT, example: 'PATCH /api/v1/truck_drivers/:id', description: WROTE }) operation: string;
  @ApiProperty({ ...TEXT, example: 'update' }) action: string;
  @ApiProperty({ ...VALUES, description: 'The values that were replaced; null where it was made' }) before:
    object | null;
  @ApiProperty(VALUES) after: object | null;
}

/** What a user wrote, as traces tell it. */
export class WriteOfUser {
  @ApiProperty(BIG_INTEGER) id: number;
  @ApiProperty(TIME) created_at: string;
  @ApiProperty({ ...TEXT, example: 'PATCH /api/v1/trucks/:truck_license_number', description: WROTE })
  operation: string;
  @ApiProperty({ ...TEXT, example: 'update' }) action: string;
  @ApiProperty({ ...TEXT, example: 'trucks' }) record_type: string;
  @ApiProperty(BIG_INTEGER) record_id: number;
}

export class TokenOfUser {
  @ApiProperty(BIG_INTEGER) id: number;
  @ApiProperty({
    ...MAYBE_TEXT,
    example: 'whf_Xk3v',
    description: 'How the token begins; null for older ones',
  })
  prefix: string | null;
  @ApiProperty(MAYBE_TEXT) description: string | null;
  @ApiProperty(TIME) created_at: string;
  @ApiProperty({ ...MAYBE_TIME, description: 'The hour of its last request; null while there was none' })
  last_used_at: string | null;
  @ApiProperty({ ...MAYBE_TIME, description: 'When it was ended; null while it is not' }) revoked_at:
    string | null;
}

const CUT = {
  type: 'array',
  items: { type: 'string' },
  description: 'The lists that have more than is shown here: the newest 500 of each are',
  example: ['events'],
} as const;

/** All that is kept about a driver. */
export class DriverPersonalData {
  @ApiProperty({ type: () => DriverShow, description: 'The driver, as other requests show him or her' })
  record: object;
  @ApiProperty({ type: () => TruckOfPerson, isArray: true }) trucks: TruckOfPerson[];
  @ApiProperty({ type: () => VisitOfPerson, isArray: true }) truck_visits: VisitOfPerson[];
  @ApiProperty({ type: () => AnnouncementOfPerson, isArray: true }) pre_advices: AnnouncementOfPerson[];
  @ApiProperty({ type: () => AnnouncementOfPerson, isArray: true }) appointments: AnnouncementOfPerson[];
  @ApiProperty({ type: () => ReceiptOfPerson, isArray: true }) receipts: ReceiptOfPerson[];
  @ApiProperty({ type: () => RefusalOfPerson, isArray: true }) gate_refusals: RefusalOfPerson[];
  @ApiProperty({ type: () => EventOfPerson, isArray: true }) events: EventOfPerson[];
  @ApiProperty({ type: () => TraceOfPerson, isArray: true }) audit_entries: TraceOfPerson[];
  @ApiProperty(CUT) more: string[];
}

/** All that is kept about a user. */
export class UserPersonalData {
  @ApiProperty({ type: () => UserShow, description: 'The user, as other requests show him or her' })
  record: object;
  @ApiProperty({ type: () => TokenOfUser, isArray: true }) tokens: TokenOfUser[];
  @ApiProperty({
    type: () => UserIdentityShow,
    isArray: true,
    description: 'How identity providers know the user',
  })
  identities: UserIdentityShow[];
  @ApiProperty({ type: () => EventOfPerson, isArray: true, description: 'What the user did, as it was told' })
  events: EventOfPerson[];
  @ApiProperty({ type: () => TraceOfPerson, isArray: true }) audit_entries: TraceOfPerson[];
  @ApiProperty({ type: () => WriteOfUser, isArray: true, description: 'What the user wrote' })
  writes: WriteOfUser[];
  @ApiProperty(CUT) more: string[];
}
