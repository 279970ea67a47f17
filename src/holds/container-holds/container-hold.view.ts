import { OpenTo } from '../../common/party-wall/open-to';
import { Of, view } from '../../common/view/view';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BillOfLadingHold } from '../../cargo/held/bill-of-lading-hold.entity';
import { BillOfLadingHoldItem } from '../bill-of-lading-holds/bill-of-lading-hold.view';
import { HOLD_FOR_PARTIES, holdFields } from '../hold-fields.view';
import { ContainerHold } from '../../cargo/held/container-hold.entity';
import { jsonObject } from '../../common/view/json-sql';

const Out = view(ContainerHold);

/** SQL: the path of the container's holds. */
const path = (of: Of) => `'/api/v1/containers/' || url_encode(${of('container.number')}) || '/holds'`;
const lift = (of: Of) => `${path(of)} || '/' || ${of('id')} || '/lift.json'`;
const apply = (of: Of) => `${path(of)} || '/' || ${of('hold_type_id')} || '/apply.json'`;
const index = (of: Of) => `${path(of)} || '.json'`;

/** The fields of a hold on a container that all answers share. */
const ContainerHoldFields = holdFields(ContainerHold);

/** A hold in the list of its own container. */
@OpenTo.parties(HOLD_FOR_PARTIES)
export class ContainerHoldItem extends ContainerHoldFields {
  @Out.actions({ lift: ['PUT', lift], apply: ['PUT', apply] }) actions: object;
}

export class HeldContainer {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WHAU4142033' }) number: string;
}

/** A hold on an outer container, in the list of the container inside it. */
@OpenTo.parties({ ...HOLD_FOR_PARTIES, fields: [...HOLD_FOR_PARTIES.fields, 'container'] })
export class HoldOfOuterContainer extends ContainerHoldItem {
  @Out.shaped(
    (of) => jsonObject({ id: of('container_id'), number: of('container.number') }),
    () => HeldContainer,
  )
  container: HeldContainer;
}

const BillHoldOut = view(BillOfLadingHold);
const liftOfBill = (
  of: Of,
) => `'/api/v1/manifests/' || url_encode(${of('bill_of_lading.manifest.client_identifier')})
  || '/bill_of_ladings/' || url_encode(${of('bill_of_lading.number')}) || '/holds/' || ${of('hold_type_id')} || '.json'`;

export class HeldBill {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WHA26110041' }) number: string;
  @ApiProperty({
    type: 'string',
    description: 'The client identifier of the manifest',
    example: 'WHA-WP2611',
  })
  manifest: string;
  @ApiProperty({ type: 'string', deprecated: true })
  manifest_client_identifier: string;
}

/** A hold on a bill of lading, in the list of a container that it holds too. */
@OpenTo.parties({ ...HOLD_FOR_PARTIES, fields: [...HOLD_FOR_PARTIES.fields, 'bill_of_lading'] })
export class BillHoldOfContainer extends BillOfLadingHoldItem {
  @BillHoldOut.shaped(
    (of) =>
      jsonObject({
        id: of('bill_of_lading_id'),
        number: of('bill_of_lading.number'),
        manifest: of('bill_of_lading.manifest.client_identifier'),
        manifest_client_identifier: of('bill_of_lading.manifest.client_identifier'),
      }),
    () => HeldBill,
  )
  bill_of_lading: HeldBill;
  @BillHoldOut.actions({ lift: ['DELETE', liftOfBill], apply: ['PUT', liftOfBill] }) actions: object;
}

/** The holds of a container, in force and lifted. */
export class ContainerHolds {
  @ApiProperty({ type: () => ContainerHoldItem, isArray: true, description: 'Its own, in force and lifted' })
  holds: ContainerHoldItem[];
  @ApiProperty({
    type: () => BillHoldOfContainer,
    isArray: true,
    description:
      'Those of the bills that it, what is in it or a container that it is in is on: in force, or lifted for a time',
  })
  bill_of_lading_holds: BillHoldOfContainer[];
  @ApiPropertyOptional({
    type: () => HoldOfOuterContainer,
    isArray: true,
    description:
      'Of one that is in another container: the holds of that, and of what that is in, in force or lifted for a time',
  })
  outer_container_holds?: HoldOfOuterContainer[];
}

/** A hold in the answer to its lift. */
export class LiftedContainerHold extends ContainerHoldFields {
  @Out.actions({ lift: ['PUT', lift], apply: ['PUT', apply], index: ['GET', index] }) actions: object;
}

/** `{}`: the answer to an application has no fields. */
export class ContainerHoldApplied {}
