import { kindModel } from '../../common/setup/kind-model';
import { parts } from '../../common/write/parts';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { plainColumns } from '../money-fields';
import { Calendar, CalendarDay, CreateCalendarDay } from './calendar.kind';

const calendarDays = new WriteModel({
  entity: CalendarDay,
  input: [CreateCalendarDay],
  key: ['date'],
  match: ['calendar_id', 'date'],
  internal: ['calendar_id'],
  derived: { columns: ['closed'], fill: ({ columns }) => void (columns.closed ??= true) },
});

export const calendarModel = kindModel(Calendar, {
  maps: { ...plainColumns('weekend'), days: parts('days', calendarDays, 'calendar_id', 'date') },
  checks: [refuseTwice],
});

/** A day is once in a calendar. */
function refuseTwice(rows: RowOf<Calendar>[]): void {
  for (const row of rows) {
    const days = (row.parts.days ?? []) as CreateCalendarDay[];
    const dates = days.map(({ date }) => date);
    const twice = dates.findIndex((date, at) => dates.indexOf(date) < at);
    if (twice >= 0) row.invalid(`days.${twice}.date`, `is named twice: ${dates[twice]}`);
  }
}
