import { OpenTo } from '../../common/party-wall/open-to';
import { ApiProperty } from '@nestjs/swagger';
import { Link } from '../../common/pagination/links';
import { BASE } from '../../common/view/compiler';
import { asTime, Of, userName, view } from '../../common/view/view';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { Manifest } from '../../cargo/manifests/manifest.entity';
import { inForce, STANDING } from '../../cargo/held/applied-hold';
import { HoldType, ON_HOLD } from '../../cargo/held/hold-type.kind';
import { jsonArray, jsonObject } from '../../common/view/json-sql';

class LiftAction {
  @ApiProperty({ type: () => Link }) lift: Link;
}

class ApplyAction {
  @ApiProperty({ type: () => Link }) apply: Link;
}

const nullable = { type: 'string', nullable: true } as const;

/** Marks what parties do not see of a hold, or only of a type that is open to them. */
const HIDDEN = { 'x-parties': 'hidden' } as object;

const HoldTypeOut = view(HoldType);

class BillHoldType {
  @HoldTypeOut.id({ description: 'The id of the hold type' })
  @ApiProperty(HIDDEN)
  id: number;
  @HoldTypeOut.text({ example: 'Customs inspection' }) name: string;
  @HoldTypeOut.text() description: string | null;
  @ApiProperty({
    ...nullable,
    description: 'Of the hold of this type that was applied last',
    example: 'PAY-77120',
  })
  reference_number: string | null;
  @ApiProperty({ ...nullable, description: 'Noted when that was applied, or when it was lifted last' })
  notes: string | null;
  @ApiProperty({ ...nullable, format: 'date-time', description: 'null when it never was' })
  applied_at: string | null;
  @ApiProperty({ ...nullable, example: 'Mara Lindqvist' }) applied_by: string | null;
  @ApiProperty({
    ...nullable,
    format: 'date-time',
    description: 'When it was last lifted, also when it is in force again',
  })
  lifted_at: string | null;
  @ApiProperty({
    ...nullable,
    format: 'date-time',
    description: 'When the lifted hold comes (came) back into force',
  })
  lifted_until: string | null;
  @ApiProperty(nullable) lifted_by: string | null;
}

/** A hold type that is in force on a bill of lading. */
export class UnliftedBillHold extends BillHoldType {
  @ApiProperty({ ...HIDDEN, type: () => LiftAction }) actions: LiftAction;
}

/** A hold type that is not in force on a bill of lading. */
export class ApplicableBillHold extends BillHoldType {
  @ApiProperty({ type: () => ApplyAction }) actions: ApplyAction;
}

/**
 * SQL: the hold types that are in force on the bill, or those that are not, each with the link of its action and with
 * its standing hold, or else the latest.
 */
const types = (of: Of, is: 'IS TRUE' | 'IS NOT TRUE', name: string, method: string, forParties = false) => {
  const bill = `url_encode(${of('manifest.client_identifier')}) || '/bill_of_ladings/' || url_encode(${of('number')})`;
  const url = `${BASE} || '/api/v1/manifests/' || ${bill} || '/holds/' || y.id || '.json'`;
  const by = (user: string) => `(SELECT ${userName((column) => `u.${column}`)} FROM users u
    WHERE u.organization_id = h.organization_id AND u.id = h.${user})`;
  const ifOpen = (value: string, other = 'NULL') =>
    `CASE WHEN y.open_to_parties THEN ${value} ELSE ${other} END`;
  const type = forParties
    ? {
        id: ifOpen('y.id'),
        name: ifOpen('y.name', `'${ON_HOLD}'`),
        description: ifOpen('y.description'),
        reference_number: 'NULL',
        notes: 'NULL',
        applied_at: asTime('h.applied_at'),
        applied_by: 'NULL',
        lifted_at: asTime('h.lifted_at'),
        lifted_until: asTime('h.lifted_until'),
        lifted_by: 'NULL',
        actions: 'NULL',
      }
    : {
        id: 'y.id',
        name: 'y.name',
        description: 'y.description',
        reference_number: 'h.reference_number',
        notes: 'h.notes',
        applied_at: asTime('h.applied_at'),
        applied_by: by('applied_by_id'),
        lifted_at: asTime('h.lifted_at'),
        lifted_until: asTime('h.lifted_until'),
        lifted_by: by('lifted_by_id'),
        actions: jsonObject({ [name]: jsonObject({ method: `'${method}'`, url }) }),
      };
  return `(
    SELECT ${jsonArray(`${jsonObject(type)} ORDER BY y.id`)}
    FROM hold_types y
    LEFT JOIN LATERAL (
      SELECT * FROM bill_of_lading_holds h
      WHERE h.organization_id = y.organization_id AND h.bill_of_lading_id = ${of('id')} AND h.hold_type_id = y.id
      ORDER BY (${STANDING}) DESC, h.applied_at DESC, h.id DESC LIMIT 1) h ON true
    WHERE y.organization_id = ${of('organization_id')} AND y.applies_to = 'bill_of_lading'
      AND (h.id IS NOT NULL AND ${inForce('h')}) ${is})`;
};

const ManifestOut = view(Manifest);

@OpenTo.parties({ fields: ['client_identifier'] })
class ManifestOfHolds {
  @ManifestOut.text({ example: 'WHA-WP2611' }) client_identifier: string;
}

const Out = view(BillOfLading);

/** A bill of lading with the hold types that are in force on it and those that could be applied. */
@OpenTo.parties({
  fields: ['number', 'manifest'],
  instead: { unlifted_holds: (of) => types(of, 'IS TRUE', 'lift', 'DELETE', true) },
})
export class BillOfLadingHolds {
  @Out.text({ example: 'WHA26110041' }) number: string;
  @Out.one('manifest', () => ManifestOfHolds) manifest: ManifestOfHolds;
  @Out.shaped((of) => types(of, 'IS TRUE', 'lift', 'DELETE'), () => UnliftedBillHold, {
    isArray: true,
    description: 'The hold types in force: the bill and every container on it are held',
  })
  unlifted_holds: UnliftedBillHold[];
  @Out.shaped((of) => types(of, 'IS NOT TRUE', 'apply', 'PUT'), () => ApplicableBillHold, {
    isArray: true,
    description: 'The hold types for bills of lading that are not in force',
  })
  applicable_holds: ApplicableBillHold[];
}
