import { Of, userName, view } from '../../common/view/view';
import { isInForce } from '../../cargo/held/applied-hold';
import { ContainerHold } from '../../cargo/held/container-hold.entity';

const Out = view(ContainerHold);

/** SQL: the path of the container's holds. */
const path = (of: Of) => `'/api/v1/containers/' || url_encode(${of('container.number')}) || '/holds'`;
const lift = (of: Of) => `${path(of)} || '/' || ${of('id')} || '/lift.json'`;
const apply = (of: Of) => `${path(of)} || '/' || ${of('hold_type_id')} || '/apply.json'`;
const index = (of: Of) => `${path(of)} || '.json'`;

/** What every answer tells of a hold on a container. */
class ContainerHoldFields {
  @Out.id() id: number;
  @Out.int({ example: 1 }) hold_type_id: number;
  @Out.sql((of) => of('hold_type.name'), 'text', { nullable: false, example: 'Customs' })
  hold_type: string;
  @Out.text({ example: 'CUS-2026-11-0417' }) reference_number: string | null;
  @Out.sql((of) => `${isInForce(of)} IS NOT TRUE`, 'boolean', {
    nullable: false,
    description: 'false while the hold keeps the container, also once lifted_until has passed',
  })
  lifted: boolean;
  @Out.time() applied_at: string;
  @Out.sql((of) => userName(of, 'applied_by'), 'text', { description: 'The user', example: 'Mara Lindqvist' })
  applied_by: string | null;
  @Out.time({ description: 'When the hold was last lifted, also when it is in force again' })
  lifted_at: string | null;
  @Out.time({
    description:
      'The instant at which the lifted hold comes back (came back) into force: for a bare date the first one after that day; null when it is lifted for good',
  })
  lifted_until: string | null;
  @Out.sql((of) => userName(of, 'lifted_by'), 'text', { description: 'The user', example: 'Mara Lindqvist' })
  lifted_by: string | null;
}

/** A hold in the list of its container. */
export class ContainerHoldItem extends ContainerHoldFields {
  @Out.actions({ lift: ['PUT', lift], apply: ['PUT', apply] }) actions: object;
}

/** A hold as it was just lifted. */
export class LiftedContainerHold extends ContainerHoldFields {
  @Out.text() notes: string | null;
  @Out.actions({ lift: ['PUT', lift], apply: ['PUT', apply], index: ['GET', index] }) actions: object;
}

/** `{}`: that a hold was applied, and nothing more. */
export class ContainerHoldApplied {}
