import { ApiProperty } from '@nestjs/swagger';
import { Link } from '../../common/pagination/links';
import { BASE } from '../../common/view/compiler';
import { Of, view } from '../../common/view/view';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { Manifest } from '../../cargo/manifests/manifest.entity';
import { inForce } from '../../cargo/held/applied-hold';
import { HoldType } from '../../cargo/held/hold-type.kind';

class LiftAction {
  @ApiProperty({ type: () => Link }) lift: Link;
}

class ApplyAction {
  @ApiProperty({ type: () => Link }) apply: Link;
}

const HoldTypeOut = view(HoldType);

class BillHoldType {
  @HoldTypeOut.id({ description: 'The id of the hold type' }) id: number;
  @HoldTypeOut.text({ example: 'Customs inspection' }) name: string;
  @HoldTypeOut.text() description: string | null;
}

/** A hold type that is in force on a bill of lading. */
export class UnliftedBillHold extends BillHoldType {
  @ApiProperty({ type: () => LiftAction }) actions: LiftAction;
}

/** A hold type that is not in force on a bill of lading. */
export class ApplicableBillHold extends BillHoldType {
  @ApiProperty({ type: () => ApplyAction }) actions: ApplyAction;
}

/** SQL: the hold types whose holds fulfil `condition` on the bill, each with the link for what can be done. */
const types = (of: Of, condition: (holds: string) => string, name: string, method: string) => {
  const bill = `url_encode(${of('manifest.client_identifier')}) || '/bill_of_ladings/' || url_encode(${of('number')})`;
  const url = `${BASE} || '/api/v1/manifests/' || ${bill} || '/holds/' || y.id || '.json'`;
  const holds = `EXISTS (
    SELECT FROM bill_of_lading_holds h
    WHERE h.organization_id = y.organization_id AND h.bill_of_lading_id = ${of('id')} AND h.hold_type_id = y.id
      AND ${inForce('h')})`;
  return `(
    SELECT coalesce(json_agg(json_build_object('id', y.id, 'name', y.name, 'description', y.description,
      'actions', json_build_object('${name}', json_build_object('method', '${method}', 'url', ${url}))
      ) ORDER BY y.id), '[]'::json)
    FROM hold_types y
    WHERE y.organization_id = ${of('organization_id')} AND y.applies_to = 'bill_of_lading' AND ${condition(holds)})`;
};

const ManifestOut = view(Manifest);

class ManifestOfHolds {
  @ManifestOut.text({ example: 'WHA-WP2611' }) client_identifier: string;
}

const Out = view(BillOfLading);

/** A bill of lading with what holds it, and what could. */
export class BillOfLadingHolds {
  @Out.text({ example: 'WHA26110041' }) number: string;
  @Out.one('manifest', () => ManifestOfHolds) manifest: ManifestOfHolds;
  @Out.shaped((of) => types(of, (inForce) => inForce, 'lift', 'DELETE'), () => UnliftedBillHold, {
    isArray: true,
    description: 'The hold types in force: the bill and every container on it are held',
  })
  unlifted_holds: UnliftedBillHold[];
  @Out.shaped((of) => types(of, (inForce) => `NOT ${inForce}`, 'apply', 'PUT'), () => ApplicableBillHold, {
    isArray: true,
    description: 'The hold types for bills of lading that are not in force',
  })
  applicable_holds: ApplicableBillHold[];
}
