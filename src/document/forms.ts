/** One form of a request: what it is for, and a body that the demonstration takes. */
export interface Form {
  summary: string;
  value: object;
}

/** What a truck comes for, in each form that a purpose has. */
const PURPOSES = {
  drop_off_full: {
    summary: 'It brings a full container for a booking',
    value: {
      purpose_type: 'drop off',
      cargo: {
        cargo_type: 'container',
        container_number: 'WHAU4195162',
        container_type: '20DV',
        container_status: 'full',
        shipping_line: 'WHA',
        weight: 23840,
      },
      booking: 'WHA331057',
      interchange: { seals: 'NL902417', weight: 23840 },
    },
  },
  drop_off_empty: {
    summary: 'It brings an empty container back',
    value: {
      purpose_type: 'drop off',
      cargo: {
        cargo_type: 'container',
        container_number: 'WHAU4190510',
        container_type: '20DV',
        container_status: 'empty',
        shipping_line: 'WHA',
      },
    },
  },
  pick_up_full: {
    summary: 'It fetches a full container, by its number and bill of lading',
    value: {
      purpose_type: 'pick up',
      cargo: { cargo_type: 'container', container_number: 'WHAU4119542', container_status: 'full' },
      bill_of_lading: 'WHA26110041',
    },
  },
  pick_up_empty: {
    summary: 'It fetches any empty container of a type, for a booking',
    value: {
      purpose_type: 'pick up',
      cargo: {
        cargo_type: 'container',
        container_type: '20DV',
        container_status: 'empty',
        shipping_line: 'WHA',
      },
      booking: 'WHA331057',
    },
  },
  pick_up_general_cargo: {
    summary: 'It fetches general cargo, by a delivery order',
    value: {
      purpose_type: 'pick up',
      cargo: { cargo_type: 'general cargo', goods: 'Pulp in bales' },
      delivery_order: 'DO-3001',
    },
  },
  drop_off_chassis: {
    summary: 'It brings a chassis',
    value: { purpose_type: 'drop off', cargo: { cargo_type: 'chassis', chassis_number: 'WHAZ4003730' } },
  },
} as const satisfies Record<string, Form>;

/** The same purposes, as parts of an announcement. */
const announcing = (truck: object): Record<string, Form> =>
  Object.fromEntries(
    Object.entries(PURPOSES).map(([name, { summary, value }]) => [
      name,
      { summary, value: { ...truck, purposes: [value] } },
    ]),
  );

/** The forms of requests that have several, by operation id. Each is played in a test. */
export const FORMS: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  createTruckVisit: {
    by_pre_advice: {
      summary: 'A pre-advice announced it',
      value: { pre_advice_number: 'PA-1002', gate: 'In 1' },
    },
    by_appointment: {
      summary: 'It has an appointment',
      value: { appointment_number: 'AP-2001', gate: 'In 1' },
    },
    completed_at_once: {
      summary: 'What it brings is handed over at the gate',
      value: {
        pre_advice_number: 'PA-1004',
        gate: 'In 1',
        interchanges_completed_at: '2026-11-20T14:30:00+01:00',
      },
    },
    unannounced: {
      summary: 'Nobody announced it',
      value: {
        truck: 'KD-118-R',
        truck_driver_number: 'D-102',
        gate: 'In 2',
        comment: 'Comes for what the desk adds',
      },
    },
  },
  createPreAdvice: announcing({ truck: 'KD-118-R' }),
  createAppointment: {
    in_a_slot: {
      summary: 'It takes a place of a slot',
      value: {
        truck: 'PT-263-V',
        starts_at: '2026-11-30T08:00:00+01:00',
        purposes: [
          {
            ...PURPOSES.pick_up_full.value,
            cargo: { ...PURPOSES.pick_up_full.value.cargo, container_number: 'WHAU4128307' },
          },
        ],
      },
    },
    ...announcing({ truck: 'PT-263-V', expected_at: '2026-12-01T08:00:00+01:00' }),
  },
  createVisitInterchange: PURPOSES,
};
