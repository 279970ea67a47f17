import { DateTime } from 'luxon';

/** Records of the import by the name of their file, without `.ndjson`. */
export type Files = Map<string, object[]>;

/** The records that are made, and the times that they speak of. */
export class Records {
  readonly files: Files = new Map();

  /** @param moment the moment that the data are written for */
  constructor(private readonly moment: DateTime) {}

  add(file: string, ...records: object[]): void {
    const known = this.files.get(file);
    if (known) known.push(...records);
    else this.files.set(file, records);
  }

  /** The time of so many seconds from the moment. */
  at(seconds: number): string {
    return this.moment.plus({ seconds }).toUTC().toISO({ suppressMilliseconds: true })!;
  }

  /** The seconds from the moment to a time of the day that is so many days from it. */
  from(days: number, hour: number, minute = 0): number {
    const then = this.moment.toUTC().startOf('day').plus({ days, hours: hour, minutes: minute });
    return then.diff(this.moment, 'seconds').seconds;
  }

  /** The date of a time. */
  day(seconds: number): string {
    return this.at(seconds).slice(0, 10);
  }
}

/** Seconds. */
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Who does what at the terminal. */
export const TALLY_CLERK = 'joost.kramer@harbour.example';
export const GATE_CLERK = 'femke.dijk@harbour.example';
