import { Column, Entity, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { In } from '../../common/input/in';
import { BelongsTo, CalendarDate, Flag, Row, Text } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { view } from '../../common/view/view';
import { integersInput, integersOutput } from '../money-fields';

/** A day of a calendar that differs from its weekdays: a holiday, or a weekend day that is open. */
@Entity('calendar_days')
@Unique(['organization_id', 'calendar_id', 'date'])
export class CalendarDay extends Row {
  @BelongsTo('Calendar', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_calendar_days_calendar_id_date',
  })
  calendar: Relation<Calendar>;
  calendar_id: number;
  @CalendarDate({ required: true }) date: string;
  @Text() name: string | null;
  @Flag(true) closed: boolean;
}

export class CreateCalendarDay {
  @In.date({ required: true, example: '2026-04-27' }) date: string;
  @In.text({ example: "King's Day" }) name?: string | null;
  @In.bool({ description: 'true unless given; false opens a day of the weekend' }) closed?: boolean | null;
}

const DayOut = view(CalendarDay);

class CalendarDayShow {
  @DayOut.date({ example: '2026-04-27' }) date: string;
  @DayOut.text({ example: "King's Day" }) name: string | null;
  @DayOut.bool({ description: 'false for a day of the weekend that is open' }) closed: boolean;
}

/** Which days are closed: days of the week, and single days. */
@Kind({ singular: 'calendar', plural: 'calendars', key: 'name' })
export class Calendar extends Row {
  @Field.key({ example: 'NL 2026' }) name: string;
  @Column({ type: 'integer', array: true, default: '{6,7}' })
  @Field.customColumn(
    integersInput([1, 2, 3, 4, 5, 6, 7], {
      description: 'The days of the week that are closed, 1 for Monday; Saturday and Sunday unless given',
      example: [6, 7],
    }),
    integersOutput('weekend', 'The days of the week that are closed, 1 for Monday'),
  )
  weekend: number[];
  @Field.custom(In.objects(() => CreateCalendarDay), (out) =>
    out.many('days', () => CalendarDayShow, { orderBy: 'date' }),
  )
  @OneToMany(() => CalendarDay, (day) => day.calendar)
  days: Relation<CalendarDay>[];
}
