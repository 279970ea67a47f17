/** Words that mean the same wherever they stand. */
export const COMMON = {
  id: 'Given by the service when the record is made; it never changes, and no other record of its kind has it',
  created_at: 'When the record was made, by the clock of the service; it never changes',
  updated_at: 'When anything in the record was changed last; `updated_since` of lists compares with it',
  import: 'A file of records that was sent, and what came of it',
  imports: 'Files of records that were sent, and what came of them',
  warnings: 'What only looks odd, and stopped nothing',
  actions:
    'What can be asked next, as links: of a list its other pages, of a record what can be done with it',
  method: 'The verb to send the request with',
  url: 'The absolute address, with the query where it has one; to be followed as it is',
  index: 'The list without a place in it: its first page',
  next: 'The next page; left out on the last one',
  previous: 'The page before; left out on the first one',
  next_page: 'The next page; left out on the last one',
  previous_page: 'The page before; left out on the first one',
  last: 'The last page; behind 10,000 records it is asked for as `last`, since nobody counted them',
  show: 'Reads the record itself',
  update: 'Changes the record: only the fields that are sent',
  lift: 'Lifts the hold, so that it keeps nothing any more',
  apply: 'Applies a hold of this type',
  counts: 'How many records have each value, the greatest number first; a value that none has is left out',
  message: 'A sentence for people that says what was done',
  name: 'What people call it; where other records refer to it, requests name it so, spelt as it is here',
  canonical_name:
    'What requests call the field, beside its value: `{<canonical name>: <value>}`; unique among the fields of its kind of record',
  label: 'What people call the field, and what answers show it as',
  'Organization.name': 'What the organization is called; it is set with the command line only',
  'NameOnly.name':
    'The name of what the field says; null where there is none, while the object itself is always there',
  description: 'What it is, in words for people; null where nobody wrote any',
  type: 'What kind of record it is, in the words that events and references use: singular, with underscores',
  code: 'The short word that people and messages know it by',
  active: 'Whether it is in use. What is not stays in the lists and in the records that refer to it',
  email: 'An e-mail address; null where none is known',
  phone: 'A telephone number as it was written down, with any separators; null where none is known',
  address: 'The postal address in one text, as it is to stand on papers; null where none is known',
  contact_person: 'Whom to ask for, there; null where nobody is named',
  firstname: 'The given name; null while it is not known',
  lastname: 'The family name; null while it is not known',
  remarks: 'Whatever people note for each other; the service reads nothing from it',
  notes: 'Whatever people note for each other; the service reads nothing from it',
  comment: 'A note for people; the service reads nothing from it',
  comments: 'A note for people; the service reads nothing from it',
  general_ledger_id:
    'The account that bookkeeping has for it, taken over when invoices are posted; the service does not check it. null while bookkeeping has none',
  user: 'The user whose token did it; null where the service did it by itself or the user is not known',
  users: 'The people who work with the service for the organization, each known by an e-mail address',
  'User.email': 'What the user is known by, and what tokens are made for; unique in the organization',
  token: 'What a request is recognized by: whose it is, and what it may do',
  tokens: 'The tokens of the organization, also those that are over',
  identity_issuer: 'An identity provider whose access tokens are taken for users of the organization',
  identity_issuers: 'The identity providers whose access tokens are taken for users of the organization',
  identities: 'How identity providers know the user: the subject of their tokens, whatever else these say',
  role: 'What the token may do: `read` reads, `write` does the daily work too, `admin` also sets up',
  organization: 'The organization that the token acts for: its records are all that the token sees',
  time_zone:
    'An IANA time zone: times that are sent without an offset, days and slots are meant in it. Answers are in UTC all the same',
  weight_unit:
    'The unit of every weight of the organization that says no other: weights are kept as they were sent, and never converted',
  dimension_unit:
    'The unit of every length, width and height of the organization: kept as they were sent, and never converted',
  pre_advice_truck_required:
    'Whether a pre-advice has to name its truck; without it any truck may come with the number',
  validates_bills: 'Whether a bill of lading that a pre-advice names has to be one that the terminal knows',
  release_needs_payment:
    'Whether the gate keeps a container while an approved invoice for it, or for its bill, is not paid',
  appointments_required: 'Whether the gate refuses trucks that come without an appointment or a pre-advice',
  appointment_share_percent:
    'The largest part of a slot, in percent, that one trucking company may book; null where one may book it all',
  appointment_early_minutes:
    'How many minutes before the beginning of its slot a truck still counts as in time',
  appointment_late_minutes: 'How many minutes after the end of its slot a truck still counts as in time',
  off_slot: 'What the gate does with a truck out of its slot: `refuse` it, or let it in and `mark` the visit',
  other_terminal:
    'What the gate does where a container to pick up, an appointment or an out gate is of another terminal than the gate: `refuse` it, let it pass and `mark` visit and interchange, or `ignore` it',
  release_needs_nomination:
    'Whether the gate lets a full import container leave only with the haulier that is nominated for it',
  party_pick_up:
    'What a haulier that announces a pick-up shows its right by: `nominated` by a nomination, `reference` also by a bill or the booking of the container, named whole',
  allows_substitute_types:
    'Whether the line of a booking takes containers of an equal type: of the same size, height and group of the ISO code',
  vgm_required:
    'What a tally does with a full container that is loaded without a verified gross mass: nothing (`never`), `warn`, or refuse to `load` it',
  vgm_tolerance:
    'By how many percent a weight that is measured at the terminal may differ from the verified gross mass of another source; null for any',
  dangerous_goods_check:
    'What is done with dangerous goods that may not stand where they are put: nothing (`off`), `warn`, or `refuse` it',
  direct_delivery_classes:
    'The classes of dangerous goods that are not placed in the yard, by the IMDG code: `1` for all of class 1 but `1.4S`',
  tills_required: 'Whether a payment in cash needs a till that is open',
  audit_entries_kept_months:
    'For how many whole months traces of who wrote what are kept, twelve at least; null for ever',
  events_kept_months: 'For how many whole months events are kept; null for ever',
  webhook_deliveries_kept_months:
    'For how many whole months finished deliveries to webhook endpoints are kept; null for ever',
  reefer_readings_kept_months: 'For how many whole months readings of reefers are kept; null for ever',
  reefer_tolerance_degrees:
    'By how many degrees Celsius the temperature of a reefer may differ from its set point; null for any, and then no reefer deviates',
  reefer_tolerance_minutes:
    'For how many minutes at least two readings have to differ by more until the reefer deviates',
  reefer_unread_hours: 'After how many hours without a reading an operating reefer is unread; null for never',
  reefer_unplugged_minutes:
    'After how many minutes off power an operating reefer is unplugged; null for never',
  mails_per_minute: 'How many mails are sent in a minute at most; the next one waits',
  gate_refusals_kept_months: 'For how many whole months refusals of the gate are kept; null for ever',
  check_digit_required:
    'Whether a container number that is new needs the check digit of ISO 6346; files may state any number',
  flex_field_definition: 'A field that the organization adds to records of one kind (a flex field)',
  flex_field_definitions: 'The fields that the organization adds to its records, in all kinds that take some',
  record_type: 'The kind of record that gets the field; it cannot be changed to one that has no such fields',
  value_type: 'What its values are: what does not fit is refused',
  action: 'What was done, as one of a few words',
  record_id: 'The id of the record that was written; it may be deleted since',
  audit_entries: 'The traces of this page, one for each record that was written',
} as const;
