import { OpenTo } from '../../common/party-wall/open-to';
import { view } from '../../common/view/view';
import { Agent } from '../../parties/setup/agent.kind';
import { CARRIER_TYPES, ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { Manifest } from './manifest.entity';

const AgentOut = view(Agent);

@OpenTo.parties({ fields: ['name'] })
export class ManifestAgent {
  @AgentOut.text({ nullable: true }) name: string | null;
}

const ShippingLineOut = view(ShippingLine);

@OpenTo.parties({ fields: ['code', 'name', 'synonyms', 'carrier_type', 'agent'] })
export class ManifestShippingLine {
  @ShippingLineOut.text({ example: 'WHA' }) code: string;
  @ShippingLineOut.text() name: string | null;
  @ShippingLineOut.texts() synonyms: string[];
  @ShippingLineOut.oneOf(CARRIER_TYPES) carrier_type: string | null;
  @ShippingLineOut.one('agent', () => ManifestAgent) agent: ManifestAgent;
}

const VoyageOut = view(Voyage);

@OpenTo.parties({ fields: ['number'] })
export class ManifestVoyage {
  @VoyageOut.text({ example: 'WP2611' }) number: string;
}

const Out = view(Manifest);

/** SQL: the calendar date, in the organization's time zone, of the first of these times of the voyage that is set. */
const dayOf =
  (...times: string[]) =>
  (of: (path: string) => string) =>
    `(coalesce(${times.map((time) => of(`voyage.${time}`)).join(', ')}) AT TIME ZONE ${of('organization.time_zone')})::date`;

@OpenTo.parties({
  fields: [
    'client_identifier',
    'voyage_number',
    'shipping_line_voyage_number',
    'sailing_date',
    'arrival_date',
    'departure_date',
    'shipping_line',
    'voyage',
  ],
})
export class ManifestItem {
  @Out.text({ example: 'WHA-WP2611' }) client_identifier: string;
  @Out.sql((of) => of('voyage.number'), 'text', { nullable: false, example: 'WP2611' }) voyage_number: string;
  @Out.text({
    description: 'The number for messages to the shipping line; while it is blank they use voyage_number',
    example: '2611N',
  })
  shipping_line_voyage_number: string | null;
  @Out.date() sailing_date: string | null;
  @Out.sql(dayOf('actual_time_of_berth', 'et_of_berth', 'estimated_time_of_anchorage'), 'date', {
    description: 'Of the voyage: actual berth, else estimated berth, else estimated anchorage',
  })
  arrival_date: string | null;
  @Out.sql(dayOf('actual_time_of_departure', 'estimated_time_of_departure'), 'date', {
    description: 'Of the voyage: actual, else estimated',
  })
  departure_date: string | null;
  @Out.text() remarks: string | null;
  @Out.one('shipping_line', () => ManifestShippingLine) shipping_line: ManifestShippingLine;
  @Out.one('voyage', () => ManifestVoyage) voyage: ManifestVoyage;
}
