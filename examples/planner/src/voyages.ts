import { inputOf, type Answer } from '@wharfinger/client';
import { badge, empty, h, joined, mark, pages, table } from '../../shared/dom';
import { clockOf, dayIn, SHORT, startOf, type Clock } from '../../shared/format';
import { timeline, type Bar } from '../../shared/timeline';
import { PER, type Planner, type Screen } from './planner';

type Voyage = Answer<'listVoyages'>['voyages'][number];
type Progress = Answer<'showProgress'>;
type Count = NonNullable<Progress['discharge']>;

const DAY = 86_400_000;
/** The days of the timeline, and how many of them lie before today unless the address says from when. */
const [DAYS, BEFORE] = [14, 3] as const;

/**
 * Voyages at their berths as a timeline, and as a list by pages: three requests, and one for the progress of each vessel at a
 * berth.
 */
export function voyages({ api, zone, search }: Planner): Screen {
  const at = clockOf(zone);
  const short = clockOf(zone, SHORT);
  const { from: chosen, ...filters } = Object.fromEntries(search);
  const from = startOf(chosen || dayIn(zone, Date.now() - BEFORE * DAY), zone);
  // a vessel that came before the first day may be there still
  const [first, last] = [from - DAYS * DAY, from + DAYS * DAY].map((time) => new Date(time).toISOString());
  const drawn = { arrival_from: first!, arrival_until: last!, cancelled: false, per: 100 };
  const time = (actual: string | null, estimated: string | null) =>
    actual ? at(actual) : estimated && h('span', {}, at(estimated), ' est.');
  const columns = {
    Voyage: ({ number, display_name }: Voyage) => h('a', { id: number, href: boxesOf(number) }, display_name),
    Status: ({ cancelled, in_port, status }: Voyage) => {
      if (cancelled) return mark('cancelled');
      return in_port ? badge('at the berth', 'good') : status.replace('unknown', 'expected');
    },
    Berth: ({ assigned_berth_area }: Voyage) => assigned_berth_area.name,
    Arrival: ({ actual_time_of_berth, et_of_berth }: Voyage) => time(actual_time_of_berth, et_of_berth),
    Departure: (each: Voyage) => time(each.actual_time_of_departure, each.estimated_time_of_departure),
    'Receiving ends': ({ receiving_cut_off_time }: Voyage) => at(receiving_cut_off_time),
  };

  return async () => {
    const [page, calls, berthed] = await Promise.all([
      api.voyages.list({ ...inputOf<'listVoyages'>(Object.entries(filters)), per: PER }),
      api.voyages.list(drawn),
      api.voyages.list({ in_port: true, order: 'arrival', per: 100 }),
    ]);
    const asked = berthed.voyages.map(
      async ({ number }) => [number, await api.voyages.progress(number)] as const,
    );
    const progress = new Map(await Promise.all(asked));
    const all = new Map([...calls.voyages, ...berthed.voyages].map((each) => [each.number, each]));
    const bars = [...all.values()].flatMap((each) => barOf(each, progress.get(each.number), short));
    const vessels = berthed.voyages.map((each) => vessel(each, progress.get(each.number)!, short));
    const weeks = h(
      'nav',
      { class: 'pages', 'aria-label': 'Weeks' },
      week('A week earlier', -7),
      week('A week later', 7),
    );
    return [
      h(
        'section',
        {},
        h('h2', {}, 'Berths'),
        timeline('Voyages by berth and day', bars, from, DAYS, zone),
        weeks,
      ),
      vessels.length > 0 && h('section', { class: 'vessels' }, ...vessels),
      h(
        'section',
        {},
        table('Voyages', page.voyages, columns, 'No voyage is like this.'),
        pages(page.total, PER),
      ),
    ];
  };

  function week(word: string, days: number) {
    const to = {
      ...Object.fromEntries(new URLSearchParams(location.search)),
      from: dayIn(zone, from + (days + 0.5) * DAY),
    };
    return h('a', { href: `?${new URLSearchParams(to)}` }, word);
  }
}

const boxesOf = (voyage_number: string) => `?${new URLSearchParams({ screen: 'inventory', voyage_number })}`;

/** A call from berth to departure; without an arrival it has no bar, and without a berth a line of its own. One that is to leave some time has a day. */
function barOf(voyage: Voyage, progress: Progress | undefined, short: Clock): Bar[] {
  const { id, number, in_port, status, vessel, assigned_berth_area } = voyage;
  const arrives = voyage.actual_time_of_berth ?? voyage.et_of_berth;
  if (!arrives) return [];
  const leaves = voyage.actual_time_of_departure ?? voyage.estimated_time_of_departure;
  const end = leaves ? Date.parse(leaves) : Date.parse(arrives) + DAY;
  const counted = [progress?.discharge, progress?.loading].filter((each) => !!each);
  const sum = (of: (each: Count) => number) => counted.reduce((all, each) => all + of(each), 0);
  const done = Math.min(
    1,
    sum((each) => each.done) /
      Math.max(
        1,
        sum((each) => each.expected),
      ),
  );
  const moved = counted.length > 0 && `${Math.round(done * 100)} % moved`;
  const title = vessel.name ?? number;
  const span = `${short(arrives)?.textContent} to ${short(leaves)?.textContent ?? 'a time that is not known'}`;
  const bar = {
    id: `${id}`,
    line: assigned_berth_area.name ?? 'No berth yet',
    href: boxesOf(number),
    title,
    done,
  } as const;
  const words = joined(title, number, assigned_berth_area.name, span, moved);
  const state = in_port ? 'here' : status === 'departed' ? 'gone' : 'expected';
  // one that is late to leave is at its berth until now at least
  const until = in_port ? Math.max(end, Date.now()) : end;
  return [{ ...bar, start: Date.parse(arrives), end: until, state, text: joined(number, moved), words }];
}

/** A vessel at its berth, and how far the cranes are with it. */
function vessel(
  { number, vessel, ...voyage }: Voyage,
  { discharge, loading }: Progress,
  short: Clock,
): HTMLElement {
  const leaves = short(voyage.estimated_time_of_departure);
  const place = h(
    'p',
    { class: 'soft' },
    joined(number, voyage.assigned_berth_area.name),
    leaves && ', leaves ',
    leaves,
  );
  const counts = [count('Discharge', discharge, short), count('Loading', loading, short)];
  const none = !discharge && !loading && empty('No tally is open.');
  return h('section', {}, h('h3', {}, vessel.name ?? number), place, ...counts, none);
}

function count(title: string, counted: Count | null, short: Clock): HTMLElement | null {
  if (!counted) return null;
  const { expected, done, over, moves_per_hour, estimated_completion_at: end } = counted;
  const rate = moves_per_hour !== null && `${moves_per_hour} moves an hour`;
  const text = joined(`${done} of ${expected}`, over > 0 && `${over} over`, rate);
  const bar = h('progress', { max: `${Math.max(expected, 1)}`, value: `${done}`, 'aria-label': title });
  return h('div', {}, h('strong', {}, title), ` ${text}`, end && ', done at about ', short(end), bar);
}
