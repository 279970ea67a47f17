import { randomInt } from 'node:crypto';
import { reference, since } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { generatedKey } from '../../common/write/generated-key';
import { daily, WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { ownCompany } from '../../parties/setup/own-company';
import { COMPANY } from '../../parties/setup/trucking-company-reference';
import { DRIVER_NAMES } from '../../parties/setup/driver-name';
import { Truck } from '../../parties/trucks/truck.entity';
import { refusalOfCompanies } from '../visitors/admission.rules';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { UsedState } from './announcement';
import { isOver, isToHappen } from '../purposes/purpose-row';
import { CreatePreAdvice } from './pre-advice.dto';
import { PreAdvice } from './pre-advice.entity';
import { refuseOtherHaulier } from '../purposes/other-haulier';
import { purposes } from '../purposes/purpose.write';
import { COMMON } from '../../common/errors/codes';
import { naming } from '../../common/errors/errors';

type PreAdviceRow = RowOf<PreAdvice>;

const NUMBERS = 100_000_000;
const adviceNumber = (number: number) => `PA${String(number).padStart(8, '0')}`;

export const preAdviceModel = new WriteModel({
  entity: PreAdvice,
  input: [CreatePreAdvice, UsedState],
  key: ['advice_number'],
  compares: true,
  maps: {
    advice_number: generatedKey('advice_number', {
      random: () => adviceNumber(randomInt(NUMBERS)),
      ofDigest: (digest) => adviceNumber(digest.readUIntBE(0, 6) % NUMBERS),
    }),
    truck: reference('truck', lookupOf(Truck, 'license_plate'), { blank: true }),
    truck_driver: reference('truck_driver', lookupOf(TruckDriver, 'license_number'), {
      byId: 'checked',
      blank: true,
    }),
    trucking_company: ownCompany(reference('trucking_company', COMPANY, { blank: true })),
    purposes: purposes('pre_advice_id'),
    used: since('used_at'),
    company: reference('company', COMPANY),
  },
  checks: [daily(refuseUsed), requireTruck, refuseVisitors, refuseOtherHaulier('pre_advice_id')],
});

/** Refuses changes of a used pre-advice. Gate-in takes the same row lock, so use and change cannot overlap. */
function refuseUsed(rows: PreAdviceRow[]): void {
  for (const row of rows)
    if (row.before?.used_at)
      row.refuseAll({
        code: GATE.announcement_used,
        sentence: SAYS['announcement_used.pre_advice_changed']({ pre_advice: row.before.advice_number }),
        records: naming('pre_advice', row.before.advice_number),
      });
}

function ahead(rows: PreAdviceRow[], run: WriteRun): PreAdviceRow[] {
  return rows.filter((row) => isToHappen(isOver(row), run));
}

/** A pre-advice needs a truck unless the organization says otherwise (decision 40). */
function requireTruck(rows: PreAdviceRow[], run: WriteRun): void {
  if (!run.db.actor.pre_advice_truck_required) return;
  for (const row of ahead(rows, run)) if (!row.after('truck_id')) row.invalid('truck', 'is required');
}

const VISITORS = ['truck_id', 'truck_driver_id', 'trucking_company_id'] as const;

/**
 * Refuses a truck that is inactive, except in a file, and a truck, driver and company that do not belong together. Runs
 * only when one of the three changes, so that other fields of an announcement stay editable. Gate-in checks all again.
 */
async function refuseVisitors(rows: PreAdviceRow[], run: WriteRun): Promise<void> {
  const coming = ahead(rows, run).filter(
    (row) => !row.before || VISITORS.some((column) => row.after(column) !== row.before![column]),
  );
  const [trucks, drivers] = await run.db.pipeline(trucksOf(coming, run), driversOf(coming, run));
  for (const row of coming) {
    const truck = trucks.get(row.after('truck_id')) ?? null;
    const driver = drivers.get(row.after('truck_driver_id')) ?? null;
    if (truck && !truck.active && !run.history)
      row.refuse('truck', {
        code: COMMON.not_active,
        sentence: SAYS['not_active.truck']({ truck: truck.license_plate }),
        records: naming('truck', truck.license_plate),
      });
    const refusal = refusalOfCompanies(truck, driver, row.after('trucking_company_id') ?? null);
    if (refusal) row.refuse(refusal.field!, refusal);
  }
}

/** The columns that `refuseVisitors` needs. */
const ASKED_OF_TRUCK = ['id', 'license_plate', 'active', 'trucking_company_id'] as const;
const ASKED_OF_DRIVER = [...DRIVER_NAMES, 'trucking_company_id'] as const;

/** The trucks of the rows, by id. */
function trucksOf(rows: PreAdviceRow[], { db }: WriteRun) {
  const ids = rows.flatMap((row) => row.after('truck_id') ?? []);
  return db.queries
    .findAll(Truck, { id: ids }, { only: ASKED_OF_TRUCK })
    .map((trucks) => new Map<unknown, (typeof trucks)[number]>(trucks.map((truck) => [truck.id, truck])));
}

/** The drivers of the rows, by id. */
function driversOf(rows: PreAdviceRow[], { db }: WriteRun) {
  const ids = rows.flatMap((row) => row.after('truck_driver_id') ?? []);
  return db.queries
    .findAll(TruckDriver, { id: ids }, { only: ASKED_OF_DRIVER })
    .map(
      (drivers) => new Map<unknown, (typeof drivers)[number]>(drivers.map((driver) => [driver.id, driver])),
    );
}
