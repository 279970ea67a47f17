import type { DateTime } from 'luxon';
import { addAppointments, addPreAdvices } from './appointments';
import { addStay, type Box, Boxes } from './boxes';
import { addInvoice, addVessel, addVoyage, type Call, comingCalls, goneCalls } from './calls';
import { addConsignees, Cargo } from './cargo';
import { type Errand, Fleet } from './fleet';
import { DAY, type Files, HOUR, MINUTE, Records } from './records';
import { Seeded } from './seeded';
import { Tallies } from './tallies';
import { Yard } from './yard';

/** Any number does; another one makes another month. */
const SEED = 51;
/** The hours of the day at which trucks come, in UTC, more often at the busy ones. */
const HOURS = [6, 7, 7, 8, 8, 8, 9, 9, 10, 11, 12, 12, 13, 13, 13, 14, 14, 15, 16];
/** Lifts take place in the hours after the berthing. */
const [DISCHARGE_AFTER, LOADING_AFTER] = [1.5 * HOUR, 3.5 * HOUR];
/** Minutes ago at which those came in that are inside. */
const INSIDE = [4, 9, 13, 18, 22, 27, 31];
/** Hours ago at which those came of the last day, all of them after whatever happened to their containers before. */
const LAST_DAY = [2, 4, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23];

/**
 * The month before a moment and the fortnight after it, as records of the import: calls of ships with their tallies,
 * containers that trucks brought and fetched, what agents paid, and what is expected. It is the same each time.
 */
export function historyUntil(moment: DateTime): Files {
  const records = new Records(moment);
  const history = new History(records, new Seeded(SEED));
  addConsignees(records);
  addVessel(records);
  goneCalls(records).forEach((call, nth) => history.gone(call, nth));
  comingCalls(records).forEach((call) => history.coming(call));
  history.lastDay();
  history.inside();
  addAppointments(records, history.free(), history.boxes);
  addPreAdvices(records, history.boxes);
  return records.files;
}

/** A container that is discharged and not fetched yet. */
interface Waiting {
  box: Box;
  came: { seconds: number; voyage: string };
}

class History {
  readonly boxes: Boxes;
  private readonly fleet: Fleet;
  private readonly tallies: Tallies;
  private readonly cargo: Cargo;
  private readonly yard: Yard;
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly records: Records,
    private readonly seeded: Seeded,
  ) {
    this.boxes = new Boxes(seeded);
    this.fleet = new Fleet(records, seeded);
    this.tallies = new Tallies(records, seeded);
    this.cargo = new Cargo(records);
    this.yard = new Yard(records);
  }

  /** A call that is over. */
  gone(call: Call, nth: number): void {
    addVoyage(this.records, call);
    addInvoice(this.records, call, nth);
    const imports = this.some(call, 'import', this.seeded.int(14, 18));
    this.cargo.addBills(call, imports);
    const discharged = this.tallies.add(call, 'discharge', imports, call.berthed + DISCHARGE_AFTER);
    imports.forEach((box, at) => this.fetchLater({ seconds: discharged[at]!, voyage: call.number }, box));

    const exports = this.some(call, 'export', this.seeded.int(8, 12));
    this.cargo.book(call, exports);
    const loaded = this.tallies.add(call, 'loading', exports, call.berthed + LOADING_AFTER);
    this.cargo.addLoadList(call, exports, loaded);
    exports.forEach((box, at) => {
      const came = this.brought(box, this.dayTime(call.berthed - this.seeded.int(1, 6) * DAY));
      addStay(this.records, box, { in: came, out: { seconds: loaded[at]!, voyage: call.number } });
    });
  }

  /** A call that is expected. Containers for one of the next days are here. */
  coming(call: Call): void {
    addVoyage(this.records, call);
    if (call.berthed > 5 * DAY) return;
    const exports = this.some(call, 'export', 8);
    this.cargo.book(call, exports);
    this.cargo.addLoadList(call, exports, []);
    for (const box of exports) {
      const came = this.brought(box, this.dayTime(-this.seeded.int(2, 6) * DAY));
      addStay(this.records, box, { in: came, place: this.yard.place(box.type) });
    }
  }

  /** Trucks that came and went in the last 24 hours. */
  lastDay(): void {
    for (const hours of LAST_DAY) {
      const { box, came } = this.waiting.shift()!;
      addStay(this.records, box, {
        in: came,
        out: this.fetched(box, -hours * HOUR + this.seeded.int(0, 15) * MINUTE),
      });
    }
  }

  /** Trucks that are inside for containers that are here. */
  inside(): void {
    INSIDE.forEach((minutes, nth) => {
      const { box } = this.waiting[nth]!;
      this.fleet.inside(-minutes * MINUTE, errandOf('interchange_out', box));
    });
  }

  /** Puts what nobody fetched into the yard. Returns the containers that no truck is inside for. */
  free(): Box[] {
    for (const { box, came } of this.waiting)
      addStay(this.records, box, { in: came, place: this.yard.place(box.type) });
    return this.waiting.slice(INSIDE.length).map(({ box }) => box);
  }

  private some({ line }: Call, usage: 'import' | 'export', count: number): Box[] {
    return Array.from({ length: count }, () => this.boxes.next(line, usage));
  }

  /** A truck fetches an import some days after it came, unless that is not over by the last day. */
  private fetchLater(came: Waiting['came'], box: Box): void {
    const seconds = this.dayTime(came.seconds + this.seeded.int(1, 7) * DAY);
    if (seconds > -DAY - 3 * HOUR) this.waiting.push({ box, came });
    else addStay(this.records, box, { in: came, out: this.fetched(box, seconds) });
  }

  private fetched(box: Box, seconds: number) {
    return this.fleet.visit(seconds, errandOf('interchange_out', box));
  }

  private brought(box: Box, seconds: number) {
    return this.fleet.visit(seconds, errandOf('interchange_in', box));
  }

  /** A time at which trucks come, on the day of another one. */
  private dayTime(seconds: number): number {
    const days = Math.floor((seconds - this.records.from(0, 0)) / DAY);
    return this.records.from(days, this.seeded.pick(HOURS), this.seeded.int(0, 59));
  }
}

function errandOf(type: Errand['type'], { number, type: container_type, content }: Box): Errand {
  const [bill] = (content.bill_of_ladings ?? []) as { number: string }[];
  const { shipping_line, weight, booking } = content as Box['content'] & { booking?: string };
  return {
    type,
    container: number,
    container_type,
    shipping_line,
    weight,
    bill_of_lading: bill?.number,
    booking,
  };
}
