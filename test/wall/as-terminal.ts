/** What a statement `asTerminal` may reach of any party. */
interface Terminal {
  /** The tables, and functions as `name()`. */
  reaches: string[];
  /** Whether its rule decides that the request goes on with what it found, which counts as the actor's own from there. */
  goesOn?: true;
}

/** Every reason for which the service reads what is of others for a token that is limited to parties. */
export const TERMINAL: Record<string, Terminal> = {
  'whoever knows the name of a record may name it': {
    reaches: ['shipping_lines', 'chassis', 'bookings', 'delivery_orders'],
    goesOn: true,
  },
  'whether an announcement may name a container is decided by whose it is': {
    reaches: [
      'containers',
      'container_stays',
      'container_bills',
      'bill_of_ladings',
      'manifests',
      'parties',
      'purposes',
      'nominations_of_stays()',
    ],
    goesOn: true,
  },
  'what a drop-off states of dangerous goods goes to the stay of its container': {
    reaches: ['containers', 'container_stays'],
  },
  'a verified gross mass is held against the type and the voyage of its container': {
    reaches: ['containers', 'container_stays', 'bookings'],
    goesOn: true,
  },
  'what a line of a booking states passes to the container that is brought for it': {
    reaches: ['booking_lines', 'containers', 'container_stays'],
  },
  'which records a filter names, of which the list shows its own': {
    reaches: [
      'bill_of_ladings',
      'bookings',
      'containers',
      'shipping_lines',
      'trucks',
      'truck_drivers',
      'trucking_companies',
      'berth_areas',
    ],
  },
  'whether a file may be named is decided by who uploaded it': { reaches: ['files'] },
  'whether a file may be named is decided by who uploaded it and what it is about': {
    reaches: ['files'],
    goesOn: true,
  },
  'a plate or licence is taken whoever has it': { reaches: ['trucks', 'truck_drivers'] },
  'who has the right to collect is decided by whose it is': {
    reaches: ['containers', 'container_stays', 'manifests', 'bill_of_ladings', 'bookings'],
    goesOn: true,
  },
  'the terminal is told of a second chain, whoever begins it': {
    reaches: [
      'containers',
      'container_stays',
      'container_bills',
      'parties',
      'trucking_companies',
      'freight_forwarders',
      'nominations_of_stays()',
    ],
  },
  'a right is passed on to a company that the giver names': {
    reaches: [
      'parties',
      'trucking_companies',
      'consignees',
      'freight_forwarders',
      'shipping_lines',
      'agents',
    ],
    goesOn: true,
  },
  'places in a slot are taken by all hauliers': { reaches: ['appointments'] },
  'the directory names companies that want to be found': {
    reaches: ['trucking_companies', 'freight_forwarders'],
  },
  'what a stay costs is reckoned for all who pay': {
    reaches: [
      'tariffs',
      'tariff_rates',
      'rate_container_types',
      'rate_shipping_lines',
      'rate_consignees',
      'rate_commodity_types',
      'payer_nominations',
      'nomination_codes',
      'free_time_agreements',
      'billing_customers',
      'billing_accounts',
      'trucking_companies',
      'consignees',
      'freight_forwarders',
      'shipping_lines',
      'agents',
    ],
  },
};

interface Exception {
  reason: string;
  /** What it reaches, as the complaint names it. */
  reaches: string[];
  /** What its text has. */
  by: RegExp;
}

/** What else is read without a party. */
export const EXCEPTIONS: Exception[] = [
  {
    reason: 'A voyage is told to all parties, with its agent and its berths.',
    reaches: ['agents t_agent', 'berth_areas t_assigned_berth_area', 'berth_areas t_destination_berth_area'],
    by: /\bFROM voyages t\b/,
  },
  {
    reason: 'Whether a change is told to any party at all: nobody is shown it.',
    reaches: ['parties v'],
    by: /\bFROM parties v WHERE v\.organization_id = \$\d+ AND v\.used_since IS NOT NULL/,
  },
  {
    reason:
      'Parts are written beside their whole, whose id stands in JSON, and which was found or written before.',
    reaches: ['purposes e', 'purposes t'],
    by: /json_array_elements\(\$\d+::json\).* e\."(pre_advice|appointment)_id" = n\."(pre_advice|appointment)_id"/s,
  },
  {
    reason: 'A ticket is found by a hash that no two tickets share.',
    reaches: ['stream_tickets s'],
    by: /stream_tickets s .*\bs\.hash = \$\d/s,
  },
  {
    reason: 'Old answers are removed, whoever asked for them.',
    reaches: ['idempotency_keys', 'idempotency_keys k'],
    by: /^\s*DELETE FROM idempotency_keys WHERE/,
  },
  {
    reason: 'At which terminal a place is, is told to all.',
    reaches: ['location_terminal()'],
    by: /\blocation_terminal\(/,
  },
];

/** Tables that hold how the terminal works, which has no party. */
export const OF_NO_PARTY = [
  'organizations',
  'event_feeds',
  'appointment_plans',
  'appointment_closures',
  'tariff_codes',
  'calendars',
  'calendar_days',
  'billing_profiles',
  'tax_rules',
  'taxes',
  'tax_percentages',
];
