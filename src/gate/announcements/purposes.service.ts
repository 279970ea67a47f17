import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { humanize } from '../../common/errors/constraints';
import { FieldErrors, Invalid, Refused, Unknown } from '../../common/errors/errors';
import { meetsIso6346 } from '../../common/iso-6346';
import type { Values } from '../../common/schema/columns';
import { atTerminal } from '../../places/locations/locations';
import type { CreatePurpose } from './purpose.dto';
import { Purpose } from './purpose.entity';
import {
  fromKilograms,
  missingFields,
  missingForNewContainer,
  PlainPurpose,
  plainPurpose,
  sealsOf,
} from './purpose.rules';

/** What the purposes belong to. */
export type PurposesOwner = { pre_advice_id: number } | { appointment_id: number };

/** A purpose with where in the request it stands. */
interface Sent extends PlainPurpose {
  path: string;
  input: CreatePurpose;
}

interface KnownContainer {
  id: number;
  container_status: string | null;
  at_terminal: boolean;
}

/** The records that purposes may name, by key. */
interface Known {
  containers: Map<string, KnownContainer>;
  ids: Record<keyof typeof REFERENCES, Map<string, number>>;
}

/** The references of a purpose: the field's place in the request, the table, and the column it names. */
const REFERENCES = {
  container_type: { path: 'cargo.container_type', table: 'container_types', key: 'code' },
  shipping_line: { path: 'cargo.shipping_line', table: 'shipping_lines', key: 'code' },
  chassis_number: { path: 'cargo.chassis_number', table: 'chassis', key: 'number' },
  booking: { path: 'booking', table: 'bookings', key: 'number' },
  delivery_order: { path: 'delivery_order', table: 'delivery_orders', key: 'number' },
} as const;

const REFERENCE_FIELDS = Object.keys(REFERENCES) as (keyof typeof REFERENCES)[];

/** Writes what trucks come for: the purposes of pre-advices and of appointments, by the same rules. */
@Injectable()
export class PurposesService {
  constructor(private readonly db: Db) {}

  /**
   * Writes the purposes of a pre-advice or an appointment that has none. Containers that are dropped off
   * become known. The number of statements does not depend on the number of purposes.
   * @throws Invalid naming what is missing; Refused naming what is unknown, or a container that is not where
   *   it would have to be
   */
  async write(owner: PurposesOwner, inputs: CreatePurpose[]): Promise<void> {
    const purposes = inputs.map((input, at) => ({ ...plainPurpose(input), input, path: `purposes.${at}` }));
    if (!purposes.length) return;
    this.refuseIncomplete(purposes);
    refuseRepeated(purposes);
    const known = await this.lookUp(purposes);
    refuseUnknown(purposes, known);
    if (this.db.actor.validates_bills) {
      refuseWithoutBill(purposes, known);
      await this.refuseUnknownBills(purposes);
    }
    await this.makeKnown(purposes, known);
    await this.db.insertAll(
      Purpose,
      purposes.map((purpose, position) => ({ ...owner, position, ...columnsOf(purpose, known) })),
    );
  }

  /** Replaces the purposes of an appointment. Throws as `write` does. */
  async replace(owner: { appointment_id: number }, inputs: CreatePurpose[]): Promise<void> {
    await this.db.removeAll(Purpose, owner);
    await this.write(owner, inputs);
  }

  private refuseIncomplete(purposes: Sent[]): void {
    const missing = purposes.map((purpose) => missingFields(purpose, purpose.path, this.db.actor));
    refuse(Object.assign({}, ...missing) as FieldErrors);
  }

  private async lookUp(purposes: Sent[]): Promise<Known> {
    const { organization_id } = this.db.actor;
    const containers = await this.db.query<KnownContainer & { number: string }>(sql`
      SELECT number, id, container_status, (${raw(atTerminal('current_location_type'))}) IS TRUE AS at_terminal FROM containers
      WHERE organization_id = ${organization_id} AND number = ANY(${valuesOf(purposes, 'container_number')})`);
    const ids = {} as Known['ids'];
    for (const field of REFERENCE_FIELDS) ids[field] = await this.idsOf(field, valuesOf(purposes, field));
    return { containers: new Map(containers.map(({ number, ...container }) => [number, container])), ids };
  }

  private async idsOf(field: keyof typeof REFERENCES, keys: string[]): Promise<Map<string, number>> {
    if (!keys.length) return new Map();
    const { table, key } = REFERENCES[field];
    const rows = await this.db.query<{ key: string; id: number }>(sql`
      SELECT ${raw(key)} AS key, id FROM ${raw(table)}
      WHERE organization_id = ${this.db.actor.organization_id} AND ${raw(key)} = ANY(${keys})`);
    return new Map(rows.map((row) => [row.key, row.id]));
  }

  private async refuseUnknownBills(purposes: Sent[]): Promise<void> {
    const numbers = valuesOf(purposes, 'bill_of_lading');
    if (!numbers.length) return;
    const rows = await this.db.query<{ number: string }>(sql`
      SELECT DISTINCT number FROM bill_of_ladings
      WHERE organization_id = ${this.db.actor.organization_id} AND number = ANY(${numbers})`);
    const found = new Set(rows.map(({ number }) => number));
    for (const { bill_of_lading, path } of purposes)
      if (bill_of_lading && !found.has(bill_of_lading))
        throw unknown('bill_of_lading', bill_of_lading, `${path}.bill_of_lading`);
  }

  /**
   * Creates the containers that are dropped off. Those that are known get what they lack; the rest of what is
   * said of them waits until they are handed over (decision 77).
   */
  private async makeKnown(purposes: Sent[], known: Known): Promise<void> {
    const { organization_id, weight_unit } = this.db.actor;
    const dropped = purposes.filter(isContainerDropOff);
    if (!dropped.length) return;
    const rows = dropped.map((purpose) => {
      const { container_status, container_type_id, shipping_line_id, booking_id } = columnsOf(purpose, known);
      const { container_usage, goods, weight } = purpose.input.cargo;
      const number = purpose.container_number!;
      const meets_iso_standards = meetsIso6346(number);
      return {
        ...{ number, meets_iso_standards, container_status, usage: container_usage, goods },
        ...{ container_type_id, shipping_line_id, booking_id },
        weight: weight && fromKilograms(weight, weight_unit),
      };
    });
    const written = await this.db.query<Omit<KnownContainer, 'at_terminal'> & { number: string }>(sql`
      INSERT INTO containers AS c (organization_id, number, meets_iso_standards, container_type_id,
        shipping_line_id, booking_id, container_status, usage, goods, weight)
      SELECT ${organization_id}, r.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(number text,
        meets_iso_standards boolean, container_type_id bigint, shipping_line_id bigint, booking_id bigint,
        container_status text, usage text, goods text, weight numeric)
      ORDER BY r.number
      ON CONFLICT (organization_id, number) DO UPDATE SET
        container_type_id = coalesce(c.container_type_id, excluded.container_type_id),
        shipping_line_id = coalesce(c.shipping_line_id, excluded.shipping_line_id),
        booking_id = coalesce(c.booking_id, excluded.booking_id),
        container_status = coalesce(c.container_status, excluded.container_status),
        usage = coalesce(c.usage, excluded.usage),
        goods = coalesce(c.goods, excluded.goods),
        weight = coalesce(c.weight, excluded.weight),
        updated_at = now()
      WHERE (${raw(atTerminal('c.current_location_type'))}) IS NOT TRUE
      RETURNING c.number, c.id, c.container_status`);
    for (const { number, ...container } of written)
      known.containers.set(number, { ...container, at_terminal: false });
    // what the statement passed over has come to the terminal
    const ids = new Set(written.map(({ number }) => number));
    for (const { container_number, path } of dropped)
      if (!ids.has(container_number!))
        throw new Refused(`Container '${container_number}' is at the terminal already.`, {
          field: `${path}.cargo.container_number`,
        });
  }
}

/** The columns that the purpose itself is stored in. */
function columnsOf(purpose: Sent, { containers, ids }: Known): Values<Purpose> {
  const { container_number, container_type, shipping_line, chassis_number, input } = purpose;
  const { cargo, interchange } = input;
  return {
    purpose_type: purpose.purpose_type,
    cargo_type: purpose.cargo_type,
    container_id: (container_number && containers.get(container_number)?.id) || null,
    container_type_id: (container_type && ids.container_type.get(container_type)) || null,
    shipping_line_id: (shipping_line && ids.shipping_line.get(shipping_line)) || null,
    chassis_id: (chassis_number && ids.chassis_number.get(chassis_number)) || null,
    booking_id: (purpose.booking && ids.booking.get(purpose.booking)) || null,
    delivery_order_id: (purpose.delivery_order && ids.delivery_order.get(purpose.delivery_order)) || null,
    container_status: purpose.container_status ?? null,
    container_usage: cargo.container_usage ?? null,
    goods: cargo.goods ?? null,
    weight: cargo.weight ?? null,
    bill_of_lading: purpose.bill_of_lading ?? null,
    seals: sealsOf(interchange?.seals),
    interchange_weight: interchange?.weight ?? null,
  };
}

/** One truck cannot bring or take the same container twice. */
function refuseRepeated(purposes: Sent[]): void {
  const seen = new Set<string>();
  for (const { container_number, path } of purposes) {
    if (!container_number) continue;
    if (seen.has(container_number))
      throw new Refused(`Container '${container_number}' is named twice.`, {
        field: `${path}.cargo.container_number`,
      });
    seen.add(container_number);
  }
}

function refuseUnknown(purposes: Sent[], { containers, ids }: Known): void {
  for (const purpose of purposes) {
    for (const field of REFERENCE_FIELDS) {
      const value = purpose[field];
      if (value && !ids[field].has(value))
        throw unknown(field, value, `${purpose.path}.${REFERENCES[field].path}`);
    }
    const number = purpose.container_number;
    if (!number) continue;
    const container = containers.get(number);
    const field = `${purpose.path}.cargo.container_number`;
    if (isContainerDropOff(purpose)) {
      if (!container) refuse(missingForNewContainer(purpose, purpose.path));
    } else if (!container) throw unknown('container', number, field);
    else if (!container.at_terminal)
      throw new Refused(`Container '${number}' is not at the terminal.`, { field });
  }
}

/** A full container needs a bill to be picked up, also one that is called empty. */
function refuseWithoutBill(purposes: Sent[], { containers }: Known): void {
  const full = purposes.filter(
    ({ purpose_type, container_number }) =>
      purpose_type === 'pick up' && containers.get(container_number ?? '')?.container_status === 'full',
  );
  const missing = full.filter(({ bill_of_lading }) => !bill_of_lading);
  refuse(Object.fromEntries(missing.map(({ path }) => [`${path}.bill_of_lading`, ['is required']])));
}

function isContainerDropOff({ purpose_type, cargo_type }: PlainPurpose): boolean {
  return purpose_type === 'drop off' && cargo_type === 'container';
}

function valuesOf(purposes: Sent[], field: keyof PlainPurpose): string[] {
  return [...new Set(purposes.flatMap((purpose) => purpose[field] ?? []))];
}

function unknown(what: string, value: string, field: string): Refused {
  return new Unknown(humanize(what.replace('_number', '')), value, field);
}

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length) throw new Invalid(errors);
}
