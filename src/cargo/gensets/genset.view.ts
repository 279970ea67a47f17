import { linesOf } from '../../parties/shipping-lines/lines-of-parties';
import { PARTIES } from '../../common/view/compiler';
import { PLACE_FOR_PARTIES } from '../../places/locations/place-for-parties';
import { OpenTo } from '../../common/party-wall/open-to';
import { type Of, asDecimalText, userName, view } from '../../common/view/view';
import { locationLabel } from '../../places/locations/locations';
import { Genset } from './genset.entity';

const Out = view(Genset);

/** SQL: the container that it powers, where that one is shown to the actor's parties. */
const theirContainer = (of: Of) => `CASE WHEN EXISTS (SELECT FROM stay_parties p
  WHERE p.organization_id = ${of('organization_id')} AND p.party_id = ANY(${PARTIES})
    AND p.container_id = ${of('container_id')} AND p.shown) THEN ${of('container.number')} END`;

/** SQL: the chassis that it is on, where that one is of the same line or another of the actor's. */
const theirChassis = (of: Of) => `CASE WHEN ${of('chassis.shipping_line_id')}
  IN (${linesOf({ organization: of('organization_id'), parties: PARTIES })}) THEN ${of('chassis.number')} END`;

@OpenTo.parties({
  fields: [
    'id',
    'number',
    'seal',
    'has_battery',
    'created_at',
    'updated_at',
    'equipment_condition',
    'fuel_level',
    'shipping_line',
    'active',
    'hours',
  ],
  instead: {
    chassis: theirChassis,
    container: theirContainer,
    current_location: (of) =>
      `${PLACE_FOR_PARTIES.current_location_type(of)} || coalesce(': ' || (${PLACE_FOR_PARTIES.current_location(of)}), '')`,
  },
})
export class GensetShow {
  @Out.id() id: number;
  @Out.text({ example: 'GS-201' }) number: string;
  @Out.text({ example: 'GS884010' }) seal: string | null;
  @Out.sql((of) => of('chassis.number'), 'text', { example: 'WHAZ4007607' }) chassis: string | null;
  @Out.bool() has_battery: boolean;
  @Out.sql((of) => userName(of, 'created_by'), 'text', {
    description: 'The user who entered it: the name, or the e-mail where there is none; null for an import',
  })
  created_by: string | null;
  @Out.sql((of) => userName(of, 'updated_by'), 'text', {
    description:
      'The user who changed it last: the name, or the e-mail where there is none; null for an import',
  })
  updated_by: string | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
  @Out.text({ example: 'good' }) equipment_condition: string | null;
  @Out.sql((of) => asDecimalText(of('fuel_level')), 'text', {
    description: 'The part of the tank that is full, in quarters',
    example: '0.75',
  })
  fuel_level: string | null;
  @Out.sql((of) => of('container.number'), 'text', { example: 'TDKU7363119' }) container: string | null;
  @Out.sql(locationLabel, 'text', {
    description: 'Its place with the kind of place in front; null while nobody knows',
    example: 'Yard Slot: R1-03',
  })
  current_location: string | null;
  @Out.sql((of) => `coalesce(nullif(${of('shipping_line.name')}, ''), ${of('shipping_line.code')})`, 'text', {
    description: 'The name of the line, or its code when it has no name',
    example: 'Tidekeel Container Line',
  })
  shipping_line: string | null;
  @Out.bool() active: boolean;
  @Out.sql((of) => asDecimalText(of('hours')), 'text', { example: '1284.5' })
  hours: string | null;
  @Out.flexFields('genset') flex_fields: unknown[];
}
