import { dayAfter, type Span } from '../frame/span.rules';
import { type Asked, type Report, type Time, TIMES } from '../frame/report';

type Row = Record<string, string | number | null>;

/** What is drawn: a value of each series for each category; null where there is none. */
export interface Chart {
  title: string;
  unit: string;
  form: 'stacked' | 'lines' | 'side by side';
  categories: string[];
  series: { label: string; values: (number | null)[]; isOther?: boolean }[];
}

/** The most series that have a colour each; the others are one. */
const MOST_SERIES = 7;
/** The most categories beside times: those with the largest values. */
const MOST_CATEGORIES = 60;
const NONE = 'none';

/** The chart of the rows of a report. Times without a row are there as well. */
export function chartOf(
  { title, picture, groups, always }: Pick<Report, 'title' | 'picture' | 'groups' | 'always'>,
  { by, from, until }: Pick<Asked, 'by' | keyof Span>,
  rows: Row[],
): Chart {
  const time = TIMES.find((each) => by.includes(each));
  const group = by.find((each) => each in groups) ?? always?.[0];
  const drawn = group && time ? [picture.byGroup] : picture.measures;
  const category = time ?? group!;
  const categories = time ? timesOf(time, { from, until }) : largest(rows, category, drawn, MOST_CATEGORIES);
  const series =
    group && time
      ? seriesByGroup(rows, time, group, picture.byGroup, categories)
      : drawn.map((measure) => ({
          label: measure.replace(/(\d)_(\d)/, '$1–$2').replaceAll('_', ' '),
          values: valuesOf(rows, category, categories, (row) => row[measure]),
        }));
  const adds = picture.form === 'bars';
  return {
    title: group && time ? `${title} by ${group.replaceAll('_', ' ')}` : title,
    unit: group && time && !picture.unit ? picture.byGroup.replaceAll('_', ' ') : picture.unit,
    form: adds ? 'stacked' : time ? 'lines' : 'side by side',
    categories,
    series,
  };
}

/** A series for each of the largest groups, and one of all others together where values add up. */
function seriesByGroup(
  rows: Row[],
  time: string,
  group: string,
  measure: string,
  categories: string[],
): Chart['series'] {
  const names = largest(rows, group, [measure], Infinity);
  const shown = names.slice(0, names.length > MOST_SERIES ? MOST_SERIES - 1 : MOST_SERIES);
  const series: Chart['series'] = shown.map((name) => ({
    label: name,
    values: valuesOf(
      rows.filter((row) => nameOf(row, group) === name),
      time,
      categories,
      (row) => row[measure],
    ),
  }));
  const others = rows.filter((row) => !shown.includes(nameOf(row, group)));
  if (others.length)
    series.push({
      label: `${names.length - shown.length} others`,
      values: valuesOf(others, time, categories, (row) => row[measure]),
      isOther: true,
    });
  return series;
}

const nameOf = (row: Row, key: string) => String(row[key] ?? NONE);

/** The names of a group by the size of their values, the largest first. */
function largest(rows: Row[], key: string, measures: readonly string[], most: number): string[] {
  const sizes = new Map<string, number>();
  for (const row of rows) {
    const size = measures.reduce((sum, measure) => sum + Math.abs(Number(row[measure] ?? 0)), 0);
    sizes.set(nameOf(row, key), (sizes.get(nameOf(row, key)) ?? 0) + size);
  }
  return [...sizes]
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name)
    .slice(0, most);
}

function valuesOf(
  rows: Row[],
  key: string,
  categories: string[],
  value: (row: Row) => string | number | null | undefined,
): (number | null)[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const each = value(row);
    if (each !== null && each !== undefined)
      sums.set(nameOf(row, key), (sums.get(nameOf(row, key)) ?? 0) + Number(each));
  }
  return categories.map((category) => sums.get(category) ?? null);
}

/** Every day, week, month or hour of a span, as rows name them. */
export function timesOf(time: Time, { from, until }: Span): string[] {
  if (time === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour));
  const names = new Set<string>();
  for (let day = from; day <= until; day = dayAfter(day, 1))
    names.add(time === 'day' ? day : time === 'month' ? day.slice(0, 7) : weekOf(day));
  return [...names];
}

/** The week of a day (ISO 8601): it is of the year in which its Thursday is. */
function weekOf(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const thursday = dayAfter(day, 3 - weekday);
  const nth = Math.floor(
    (Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / (7 * 86_400_000),
  );
  return `${thursday.slice(0, 4)}-W${String(nth + 1).padStart(2, '0')}`;
}
