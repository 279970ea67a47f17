import { type Openness } from '../common/party-wall/open-to';
import type { Type } from '@nestjs/common';
import { ON_HOLD } from '../cargo/held/hold-type.kind';
import { type AppliedHold, isInForce } from '../cargo/held/applied-hold';
import type { RowClass } from '../common/schema/columns';
import { userName, view } from '../common/view/view';

/** The fields that all answers with a hold share. */
export interface HoldFields {
  id: number;
  hold_type_id: number;
  hold_type: string;
  reference_number: string | null;
  notes: string | null;
  lifted: boolean;
  applied_at: string;
  applied_by: string | null;
  lifted_at: string | null;
  lifted_until: string | null;
  lifted_by: string | null;
}

/** What parties see of a hold: that it is there and since when, and its type if that is open to them. */
export const HOLD_FOR_PARTIES: Openness = {
  fields: ['id', 'lifted', 'applied_at', 'lifted_at', 'lifted_until'],
  instead: {
    hold_type: (of) =>
      `CASE WHEN ${of('hold_type.open_to_parties')} THEN ${of('hold_type.name')} ELSE '${ON_HOLD}' END`,
  },
  // which types are open is no part of a hold
  told: { hold_type: () => ON_HOLD },
};

/** The base class of a view of holds, with the fields of `HoldFields`. */
export function holdFields(entity: RowClass<AppliedHold>): Type<HoldFields> {
  const Out = view<AppliedHold>(entity);
  class Fields implements HoldFields {
    @Out.id() id: number;
    @Out.int({ example: 1 }) hold_type_id: number;
    @Out.sql((of) => of('hold_type.name'), 'text', { nullable: false, example: 'Customs' })
    hold_type: string;
    @Out.text({
      description: 'Of what applied it, or of what lifted it last',
      example: 'CUS-2026-11-0417',
    })
    reference_number: string | null;
    @Out.text({ description: 'Noted when it was applied, or when it was lifted last' }) notes: string | null;
    @Out.sql((of) => `${isInForce(of)} IS NOT TRUE`, 'boolean', {
      nullable: false,
      description: 'false while the hold is in force, also once lifted_until has passed',
    })
    lifted: boolean;
    @Out.time() applied_at: string;
    @Out.sql((of) => userName(of, 'applied_by'), 'text', { example: 'Mara Lindqvist' })
    applied_by: string | null;
    @Out.time({ description: 'When the hold was last lifted, also when it is in force again' })
    lifted_at: string | null;
    @Out.time({
      description:
        'The instant at which the lifted hold comes back (came back) into force: for a bare date the first one after that day; null when it is lifted for good',
    })
    lifted_until: string | null;
    @Out.sql((of) => userName(of, 'lifted_by'), 'text', { example: 'Mara Lindqvist' })
    lifted_by: string | null;
  }
  Object.defineProperty(Fields, 'name', { value: `${entity.name}Fields` });
  return Fields;
}
