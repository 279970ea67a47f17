/** Words of the gate, and of holds. */
export const GATE = {
  hold: 'How it is lifted; left out, it is lifted for good',
  'ApplyHoldBody.hold': 'What is noted of the application',
  holds: 'What keeps containers and bills of lading, or did',
  truck_turn_times: 'How long trucks took, by what was asked for',
  histories: 'What happened to it, from the first application on',
  applied_at: 'When the hold was put on',
  lifted_until: 'When it comes back into force by itself; null where it is lifted for good',
  at: 'When it happened',
  pre_advice:
    'The pre-advice: what somebody announced that a truck will bring or fetch, known by its number; null where none was given',
  pre_advices: 'What trucks are announced to bring and fetch',
  advice_number:
    'The number that the driver tells at the gate; unique in the organization. The service makes one where none is sent',
  expected_at: 'When the truck is expected at the gate; a wish, no slot. null where nobody said',
  purposes: 'What the truck comes for: each is one thing that it brings or fetches',
  'Interchange.purpose': 'What was announced for it; null where nobody announced it',
  'Nomination.number': 'What it is known by: NM and eight digits; unique in the organization',
  'Nomination.status':
    'How far it has come: it holds (`active`), is `passed_on`, or is over: `used`, `revoked`, `expired`, or `ended` with its stay',
  'AppointmentSlot.purpose': 'What trucks may come for in this slot',
  'AppointmentPlan.purpose': 'What trucks may come for in its slots',
  purpose_type:
    'Whether the truck brings something (`drop off`) or fetches it (`pick up`); `drop_off` and `pick_up` are taken as well',
  'CreatePurpose.cargo':
    'What is brought or fetched; which fields are needed follows from `cargo_type` and the purpose',
  'ChangeInterchange.cargo': 'What is brought or fetched: the fields that are sent',
  cargo_details:
    'What is brought or fetched, in the fields that a request sends it with, so that a form can be filled',
  interchange: 'What is noted when the container is handed over',
  interchanges: 'What the truck hands over or gets: one for each container, chassis or lot',
  container_usage: 'What the container is here for: `import` leaves by land, `export` by vessel',
  chassis_number: 'The number of the chassis that is brought or fetched; null where none is',
  truck_visit: 'The visit of a truck, from gate-in to gate-out',
  truck_visits: 'Visits of trucks, from gate-in to gate-out',
  truck_visit_id: 'The visit that it belongs to, by its id',
  gated_in_at: 'When the truck was let in',
  gated_out_at: 'When the truck was let out; null while it is inside',
  gate_in_user: 'Who let the truck in; null where the visit was imported',
  gate_out_user: 'Who let the truck out; null while it is inside, and where the visit was imported',
  cancelled_by: 'Who took the visit back; null where nobody did',
  cancelled_at: 'When it was cancelled; null while it is not',
  cancel_reason: 'Why it was cancelled; null while it is not',
  out_gate: 'The gate that the truck is to leave by, or left by; null where nobody said',
  'Interchange.type': '`interchange_in` for what the truck brings, `interchange_out` for what it takes',
  completed: 'Whether the hand-over took place; until then it is only intended',
  'TruckVisit.other_terminal':
    'Whether its appointment, its out gate or a container that it fetches is of another terminal than the gate; only where the organization marks it',
  'Interchange.other_terminal':
    'Whether the container that is fetched stood at another terminal than the gate; only where the organization marks it',
  'Interchange.meets_iso_standards':
    'Whether the number of the container meets ISO 6346, with its check digit; null without a container',
  'Interchange.completed_at': 'When the hand-over took place; null while it has not',
  reversed_by: 'Who took the hand-over back; null where nobody did',
  reverse_reason: 'Why the hand-over was taken back; null where nobody did',
  'Withdrawal.reason': 'Why it is taken back; it is kept and shown with the record',
  'AppointmentClosure.reason': 'Why no truck is taken then; null where nobody said',
  nomination: 'The right to collect, as one party gave it to another',
  nominations: 'Who may collect what, one for each time that the right was given',
  gate_refusals: 'What the gate refused, one for each gate-in or gate-out',
  'GateRefusal.action': 'Whether the truck wanted in (`gate_in`) or out (`gate_out`)',
  'Appointment.number': 'What the driver says at the gate; unique in the organization',
  reasons: 'Everything that stands against it; empty where nothing does',
  sentence: 'The reason in words for people, as a clerk tells it to a driver',
  since: 'Since when the reason stands; null where that is not known',
  source: 'The record that the reason comes from, such as a hold; null where it comes from none',
  'ReleaseReason.code':
    'Why not: `unknown` number, `held` itself or `held_by_bill`, `on_truck` that has it already; the other words say it themselves',
  'ReasonOfRefusal.code':
    'Why not: of cargo in the words of availability, of anything else in those of errors',
  'ReceivingReason.code':
    'Why not: the voyage is cancelled or departed, its cut-off is past, or the quantity of the booking is reached',
  'ReasonSource.id': 'The id of that record',
  available: 'Whether a truck that came now would get it: the gate asks the same',
  'AppointmentSlot.closed':
    'The closure that the slot is in: it has no place then; null while the gate is open',
  'ClosedSlot.reason': 'Why no truck is taken then; null where nobody said',
  availability:
    'Whether the containers that it is to fetch could be picked up now; nobody is kept from booking by it',
  availabilities: 'One answer for each container that was named or is on the bill of lading',
  holds_lifted_for_a_time: 'Holds that keep nothing now, and will again by themselves',
  location: 'Where it is; null while nobody knows, and for a number that is not known',
  stay: 'The stay that the answer is about: the one that is not over, else the last; null before the first',
  'AvailabilityStay.number': 'Counts the stays of the container from 1',
  'AvailabilityStay.status':
    '`announced` before it comes, `here`, `departed`, `cancelled` where its announcement was withdrawn',
  estimated_time:
    'When that voyage is expected at the berth, else at the anchorage; null while nobody expects it',
  as_of: 'The instant that the answer is of: all of it was read at once',
  receives: 'Whether the gate takes full containers for the booking now',
  cut_off: 'Until when export cargo is received for its voyage; null where the voyage has no such time',
  appointment:
    'An appointment: a time slot at the gate with what the truck comes for, known by its number; null where none was made',
  appointments: 'Time slots at the gate that trucks have booked',
  'Appointment.status':
    'How far it has come: `booked`, `arrived` with its truck, `completed` when that has left, `left_without` when it left with nothing that it came for, `cancelled`, or `missed` when no truck came in time',
  starts_at: 'When the slot begins',
  ends_at: 'When the slot ends; null for an appointment that is in none',
  capacity: 'How many trucks the slot takes, of all plans together',
  appointment_slots: 'The slots of the span that was asked for, by their beginnings',
  appointment_plan:
    'When slots are offered on one day of the week, how long they are and how many trucks each takes',
  appointment_plans: 'When slots are offered, by day of the week',
  'AppointmentPlan.from': 'The time of day, at the terminal, when the first slot begins: hours and minutes',
  'AppointmentPlan.until':
    'The time of day, at the terminal, when the last slot ends: hours and minutes, up to 24:00',
  appointment_closure: 'A time in which no slots are offered',
  appointment_closures: 'Times in which no slots are offered',
  'AppointmentClosure.from': 'When the time without slots begins',
  'AppointmentClosure.until': 'When the time without slots ends',
  applied_by:
    'Who put the hold on: the name of the user, or the e-mail address of one without a name; null where nobody is known',
  lifted_by:
    'Who lifted it last: the name of the user, or the e-mail address of one without a name; null where nobody did',
  'InterchangeAnswer.interchange': 'One hand-over between a truck and the terminal',
  'AppointmentOfRefusal.number': 'The number of the appointment as it was named',
} as const;
