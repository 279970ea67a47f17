// What happens at a terminal with 2 million moves a year, and when: half of the moves are a crane's at a vessel, half a truck's
// at the gate, because what comes by sea leaves by land, and the other way round.
//
// - Quay: 1,000,000 in 365 days are 2,740 a day, 114 an hour: four cranes with 30 an hour, nearly always at work.
// - Gate: 1,000,000 in 300 days of the gate are 3,333 a day. A truck moves 1.25 containers (every fourth brings one and takes
//   one), so 2,667 trucks come a day, 300 of them in the hour of the peak: one of nine.
// - Yard: a move for each one at the gate and the quay, 495 in the peak hour.

/** What comes in the peak hour. */
export const PEAK = {
  trucks: 300,
  quay: 120,
  yard: 495,
  /** 100 portals that show a screen every 30 seconds (docs/guides/screens.md), and 20 systems that read the feed as often. */
  portals: 12_000,
  feeds: 2_400,
  /** 10 planners whose screens read something every 10 seconds, as after the events of a busy hour. */
  planners: 3_600,
  /** Bookings by COPARN, and the bay plan and the load list of a vessel that comes. */
  bookings: 60,
  vessels: 1,
  /** A run of the charges of the day before. */
  billing: 1,
};

/** How many of the trucks of the peak hour come in each hour of a day, of 300. */
const OF_DAY = [
  15, 15, 15, 15, 15, 15, 120, 220, 300, 280, 240, 200, 180, 220, 240, 220, 160, 100, 60, 31, 3, 3, 0, 0,
];
/** What goes on all day and night. */
const ALWAYS = ['quay', 'vessels', 'bookings'];
/** The hour of the peak. */
const PEAK_HOUR = 8;
const HOURS = OF_DAY.length;

/** Minutes from the announcement of a truck until it comes, and until it leaves. */
export const AHEAD = 10;
export const TURN = 20;

/**
 * The minutes at which a scene is due, evenly spread by the rate of its hour, from 0 on.
 * @param from the hour of the day at which it begins; undefined for the peak hour again and again
 */
export function* timesOf(scene, minutes, from) {
  let part = 0;
  for (let minute = 0; minute < minutes; minute++) {
    const rate = ALWAYS.includes(scene) ? 1 : shareOf(from, minute);
    // runs and vessels that come once an hour do so soon, not at the end of a short play
    const before = Math.ceil(part);
    part += (PEAK[scene] / 60) * rate;
    const many = Math.ceil(part) - before;
    for (let n = 0; n < many; n++) yield minute + n / many;
  }
}

function shareOf(from, minute) {
  if (from === undefined) return 1;
  return OF_DAY[(from + Math.floor(minute / 60)) % HOURS] / OF_DAY[PEAK_HOUR];
}
