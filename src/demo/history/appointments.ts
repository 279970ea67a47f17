import type { Box, Boxes } from './boxes';
import { HOUR, type Records } from './records';

/** Trucks with their drivers and companies, as other data have them. */
const TRUCKS = [
  ['KD-118-R', 'DL-5520398', 'EST'],
  ['PT-263-V', 'DL-5540215', 'TOL'],
  ['VX-214-K', 'DL-5561204', 'GRB'],
] as const;
const DAYS = 14;

/**
 * Adds an appointment of each haulier on each of the next days: some fetch one of these containers, the others bring
 * empties back.
 */
export function addAppointments(records: Records, here: readonly Box[], boxes: Boxes): void {
  const left = [...here];
  for (let day = 1; day <= DAYS; day++)
    TRUCKS.forEach(([truck, truck_driver, trucking_company], nth) => {
      const starts = records.from(day, 8 + 2 * nth);
      const box = day < 6 ? left.shift() : undefined;
      const [bill] = (box?.content.bill_of_ladings ?? []) as { number: string }[];
      records.add('appointments', {
        number: `AP-${2101 + TRUCKS.length * (day - 1) + nth}`,
        truck,
        truck_driver,
        trucking_company,
        expected_at: records.at(starts),
        starts_at: records.at(starts),
        ends_at: records.at(starts + HOUR),
        slot_purpose: 'any',
        purposes: [
          box && bill
            ? {
                purpose_type: 'pick up',
                cargo: { cargo_type: 'container', container_number: box.number, container_status: 'full' },
                bill_of_lading: bill.number,
              }
            : { purpose_type: 'drop off', cargo: returned(records, boxes) },
        ],
      });
    });
}

/** Adds pre-advices of the next days, of trucks that bring empties back. */
export function addPreAdvices(records: Records, boxes: Boxes): void {
  for (let day = 1; day <= 4; day++) {
    const [truck, truck_driver, trucking_company] = TRUCKS[day % TRUCKS.length]!;
    records.add('pre_advices', {
      advice_number: `PA-${1100 + day}`,
      truck,
      truck_driver,
      trucking_company,
      expected_at: records.at(records.from(day, 13)),
      purposes: [{ purpose_type: 'drop off', cargo: returned(records, boxes) }],
    });
  }
}

/** An empty container that comes back, which was never here. */
function returned(records: Records, boxes: Boxes) {
  const { number } = boxes.next('WHA', 'export');
  const what = { container_type: '40HC', container_status: 'empty', shipping_line: 'WHA' };
  records.add('containers', { number, ...what, usage: 'unknown' });
  return { cargo_type: 'container', container_number: number, ...what };
}
