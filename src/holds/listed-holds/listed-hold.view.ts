import { ApiProperty } from '@nestjs/swagger';
import { Link } from '../../common/pagination/links';
import { BIG_INTEGER } from '../../common/schema/integers';
import { BASE } from '../../common/view/compiler';
import { type Of, view } from '../../common/view/view';
import { holdFields } from '../hold-fields.view';
import { HOLD_SUBJECTS } from './listed-hold.dto';
import { ListedHold } from './listed-hold.entity';
import { jsonObject } from '../../common/view/json-sql';

const Out = view(ListedHold);

/** What is held. */
class HoldSubject {
  @ApiProperty({ enum: HOLD_SUBJECTS, type: 'string' }) type: string;
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({
    type: 'string',
    description: 'The number of the container or of the bill',
    example: 'WHAU4142033',
  })
  key: string;
}

class HoldActions {
  @ApiProperty({ type: () => Link, description: 'Lifts the hold' }) lift: Link;
  @ApiProperty({ type: () => Link, description: 'Applies a hold of this type to the same record' })
  apply: Link;
}

const ofContainer = (of: Of) => `'/api/v1/containers/' || url_encode(${of('container.number')}) || '/holds/'`;
const ofBill = (
  of: Of,
) => `'/api/v1/manifests/' || url_encode(${of('bill_of_lading.manifest.client_identifier')})
  || '/bill_of_ladings/' || url_encode(${of('bill_of_lading.number')}) || '/holds/' || ${of('hold_type_id')} || '.json'`;

const link = (method: string, path: string) =>
  jsonObject({ method: `'${method}'`, url: `${BASE} || ${path}` });
const links = (lift: string, apply: string) => jsonObject({ lift, apply });

/** SQL: a value for a hold of a container, and another one for a hold of a bill. */
const either = (of: Of, container: string, bill: string) =>
  `CASE WHEN ${of('container_id')} IS NOT NULL THEN ${container} ELSE ${bill} END`;

/** A hold of a container or of a bill of lading, as in the list of its container. */
export class ListedHoldShow extends holdFields(ListedHold) {
  @Out.int({ column: 'hold_id', example: 1 }) override id: number;
  @Out.shaped(
    (of) =>
      either(
        of,
        jsonObject({ type: `'container'`, id: of('container_id'), key: of('container.number') }),
        jsonObject({
          type: `'bill_of_lading'`,
          id: of('bill_of_lading_id'),
          key: of('bill_of_lading.number'),
        }),
      ),
    () => HoldSubject,
    { description: 'What is held: a container, or a bill with all that is on it' },
  )
  subject: HoldSubject;
  @Out.shaped(
    (of) =>
      either(
        of,
        links(
          link('PUT', `${ofContainer(of)} || ${of('hold_id')} || '/lift.json'`),
          link('PUT', `${ofContainer(of)} || ${of('hold_type_id')} || '/apply.json'`),
        ),
        links(link('DELETE', ofBill(of)), link('PUT', ofBill(of))),
      ),
    () => HoldActions,
  )
  actions: HoldActions;
}
