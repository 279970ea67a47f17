/** The live gate page: one page, one script, one style sheet. Its links are relative, so that it works below a path. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gate – Wharfinger</title>
<link rel="stylesheet" href="gate.css">
</head>
<body>
<header>
<h1>Gate</h1>
<p id="state" role="status">Connecting…</p>
<p id="clock"></p>
<button id="goods" type="button" hidden>Dangerous goods (PDF)</button>
</header>
<p id="old" role="alert" hidden></p>
<form id="ask" hidden>
<label>Token <input id="token" autocomplete="off" required></label>
<button>Show</button>
</form>
<main>
<section aria-labelledby="inside-title">
<h2 id="inside-title">Inside: <span id="count">0</span></h2>
<ul id="inside"></ul>
</section>
<section aria-labelledby="refused-title">
<h2 id="refused-title">Refused in the last hour</h2>
<ul id="refused"></ul>
<p id="none">Nothing.</p>
</section>
<section aria-labelledby="left-title">
<h2 id="left-title">Left in the last hour</h2>
<ul id="left"></ul>
</section>
</main>
<script src="gate.js"></script>
</body>
</html>
`;

export const STYLE = `
:root { color-scheme: light dark; --edge: light-dark(#c8ced6, #3a424d); --soft: light-dark(#57606a, #9aa4b0); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
#clock { margin-left: auto; }
#old { border: 2px solid light-dark(#b25e00, #f0a13c); border-radius: .5rem; padding: .5rem .75rem; color: CanvasText; }
#old:not([hidden]) ~ main { opacity: .55; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.1rem; }
p, small { color: var(--soft); margin: 0; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); }
li { border: 1px solid var(--edge); border-radius: .5rem; padding: .5rem .75rem; overflow-wrap: anywhere; }
li b { display: block; font-size: 1.15rem; }
li small { display: block; }
form { display: flex; gap: .5rem; flex-wrap: wrap; margin: 1rem 0; }
form[hidden] { display: none; }
input, button { font: inherit; padding: .4rem .6rem; max-width: 100%; }
`;

export const SCRIPT = `'use strict';
const api = '../api/v1';
const MOST = 30;
const AGAIN_MS = 3000;
const TYPES = [
  ...['gated_in', 'updated', 'cancelled', 'gated_out'].map((what) => 'truck_visit.' + what),
  ...['created', 'updated', 'deleted', 'reversed'].map((what) => 'interchange.' + what),
  'gate_refusal.created',
];
const byId = (id) => document.getElementById(id);
const say = (text) => (byId('state').textContent = text);
const HOUR_MS = 3600000;
const inside = new Map();
/** What leaving costs, by the number of a container that a truck fetches. */
const costs = new Map();
/** What left and what was refused in the last hour, the newest last, as events. */
let past = [];
let zone;
let heard;
let given = new URLSearchParams(location.hash.slice(1)).get('token');
let token;
let last;

/** A request with the token; throws with the sentence of a refusal and its status. */
async function ask(method, path) {
  const headers = { authorization: 'Token token=' + token };
  const answer = await fetch(api + path, { method, headers });
  const body = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(body.error), { status: answer.status });
  return body;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function item(title, ...lines) {
  const made = document.createElement('li');
  made.append(element('b', title), ...lines.filter(Boolean).map((line) => element('small', line)));
  return made;
}

const format = (text, options) => new Date(text).toLocaleString([], { ...options, timeZone: zone });
const isToday = (text) => format(text, { dateStyle: 'short' }) === format(Date.now(), { dateStyle: 'short' });
/** A time on the terminal's clock; of another day with its date. */
const time = (text) => format(text, isToday(text) ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' });

function since(text) {
  const minutes = Math.max(0, Math.floor((Date.now() - new Date(text)) / 60000));
  const hours = Math.floor(minutes / 60);
  return hours >= 48 ? Math.floor(hours / 24) + ' days' : (hours ? hours + ' h ' : '') + minutes % 60 + ' min';
}

const fetched = (visit) =>
  visit.interchanges.flatMap(({ type, container }) => (type === 'interchange_out' && container ? container.number : []));

/** What a container costs that a truck fetches: until when nothing, and whether something is due. */
function cost(number) {
  const { last_free_day, charges_due } = costs.get(number) || {};
  const told = [last_free_day && 'free until ' + last_free_day, charges_due && 'charges are due'].filter(Boolean);
  return told.length ? number + ': ' + told.join(', ') : '';
}

function shown(visit) {
  const cargo = visit.interchanges.map(({ type, container }) =>
    (type === 'interchange_in' ? 'brings ' : 'fetches ') + (container ? container.number : 'cargo'));
  return item(visit.truck.license_plate, visit.trucking_company && visit.trucking_company.name,
    'inside for ' + since(visit.gated_in_at) + ', in by ' + visit.gate.name + ' at ' + time(visit.gated_in_at), cargo.join(', '),
    ...fetched(visit).map(cost));
}

function draw() {
  byId('count').textContent = String(inside.size);
  byId('inside').replaceChildren(...[...inside.values()].sort((a, b) => b.id - a.id).map(shown));
  past = past.filter(({ occurred_at }) => Date.now() - new Date(occurred_at) < HOUR_MS);
  const [left, refused] = [true, false].map((out) => past.filter(({ type }) => type.startsWith('truck_visit.') === out));
  byId('left').replaceChildren(...left.slice(-MOST).reverse().map(({ data }) => item(data.truck.license_plate,
    'out at ' + time(data.gated_out_at) + ', was inside for ' + since(Date.now() - (new Date(data.gated_out_at) - new Date(data.gated_in_at))))));
  byId('refused').replaceChildren(...refused.slice(-MOST).reverse().map(({ data, occurred_at }) =>
    item(data.truck ? data.truck.license_plate : 'A truck', ...data.reasons.map(({ sentence }) => sentence),
      'at ' + time(occurred_at) + (data.gate ? ', ' + data.gate.name : ''))));
  byId('none').hidden = refused.length > 0;
  byId('clock').textContent = zone ? time(Date.now()) + ' at the terminal (' + zone + ')' : '';
}

/** Says whether what is shown may be old, and from when it is. */
function age(isLive) {
  if (isLive) heard = Date.now();
  byId('old').hidden = isLive || !heard;
  if (!isLive && heard) byId('old').textContent = 'Old news: what is shown was so at ' + time(heard) + '.';
}

function of(visit, type, { truck_visit_id, ...interchange }) {
  const others = visit.interchanges.filter(({ id }) => id !== interchange.id);
  const now = type === 'interchange.deleted' ? others : [...others, interchange];
  return { ...visit, interchanges: now.sort((a, b) => a.id - b.id) };
}

function happened(event) {
  const { type, data } = event;
  if (type === 'truck_visit.gated_in') inside.set(data.id, data);
  if (type === 'truck_visit.updated' && inside.has(data.id)) inside.set(data.id, data);
  if (type === 'truck_visit.cancelled') inside.delete(data.id);
  if (type === 'truck_visit.gated_out') {
    inside.delete(data.id);
    past.push(event);
  }
  if (type.startsWith('interchange.') && inside.has(data.truck_visit_id))
    inside.set(data.truck_visit_id, of(inside.get(data.truck_visit_id), type, data));
  if (type.startsWith('gate_refusal.')) past.push(event);
  draw();
  lookAtCosts();
}

/** Asks what leaving costs for containers of which nothing is known yet, or for all. */
async function lookAtCosts(all) {
  const numbers = [...inside.values()].flatMap(fetched).filter((number) => all || !costs.has(number));
  for (const number of numbers) if (!costs.has(number)) costs.set(number, {});
  for (let at = 0; at < numbers.length; at += 100) {
    const query = numbers.slice(at, at + 100).map((number) => 'container_numbers[]=' + encodeURIComponent(number));
    const { availabilities } = await ask('GET', '/availability?' + query.join('&')).catch(() => ({ availabilities: [] }));
    for (const each of availabilities) costs.set(each.container.number, each);
  }
  if (numbers.length) draw();
}

/** All who are inside. */
async function look() {
  const found = [];
  for (let page = '?inside=true&per=100'; page;) {
    const { truck_visits, actions } = await ask('GET', '/truck_visits' + page);
    found.push(...truck_visits);
    page = actions.next && new URL(actions.next.url).search;
  }
  inside.clear();
  for (const visit of found) inside.set(visit.id, visit);
  draw();
  lookAtCosts(true);
}

/** What left and what was refused in the last hour, up to where the stream goes on. */
async function lookBack() {
  const found = [];
  const types = 'types[]=truck_visit.gated_out&types[]=gate_refusal.created';
  const from = new Date(Date.now() - HOUR_MS).toISOString();
  for (let search = '?' + types + '&per=500&occurred_from=' + from; search;) {
    const { events, actions } = await ask('GET', '/events' + search);
    found.push(...events.filter(({ id, data }) => data && id <= Number(last)));
    search = events.length === 500 && new URL(actions.next.url).search;
  }
  past = found;
}

/** Where the stream goes on: behind the event that came last, or from now on where what followed it was pruned. */
async function place() {
  const from = (after) => ask('GET', '/events?per=1&after=' + after);
  if (last)
    try {
      await from(last);
      return last;
    } catch (error) {
      if (error.status !== 410) throw error;
    }
  const { actions } = await from('latest');
  return new URL(actions.next.url).searchParams.get('after');
}

async function listen() {
  const { ticket } = await ask('POST', '/events/stream_tickets');
  const stream = new EventSource(api + '/events/stream?' + new URLSearchParams({ ticket, after: last }));
  for (const type of TYPES)
    stream.addEventListener(type, (message) => {
      last = message.lastEventId;
      const event = JSON.parse(message.data);
      if (event.data) return happened(event);
      // what it tells of is too large to be sent: all is read again
      stream.close();
      start();
    });
  stream.onopen = () => {
    say('Live');
    age(true);
  };
  stream.onerror = () => {
    say('Connecting…');
    age(false);
    // the ticket is over, or events were pruned: another one goes on
    if (stream.readyState === EventSource.CLOSED) setTimeout(start, AGAIN_MS);
  };
}

async function demoToken() {
  const answer = await fetch('gate/token');
  return answer.ok ? (await answer.json()).token : undefined;
}

async function start() {
  try {
    token = given || (await demoToken());
    byId('ask').hidden = Boolean(token);
    byId('goods').hidden = !token;
    if (!token) return say('Which token may read the visits?');
    // the place in the stream is known before the list is read, so that nothing falls between them
    last = await place();
    zone ||= (await ask('GET', '/me')).organization.time_zone;
    await lookBack();
    await look();
    await listen();
  } catch (error) {
    say(error.status ? error.message : 'The service is out of reach. Trying again…');
    age(false);
    if (error.status === 401 || error.status === 403) byId('ask').hidden = false;
    else setTimeout(start, AGAIN_MS);
  }
}

/** Saves the list for the fire brigade: a link cannot send the token, so the page fetches the file. */
async function saveGoods() {
  try {
    const answer = await fetch(api + '/dangerous_goods.pdf', { headers: { authorization: 'Token token=' + token } });
    if (!answer.ok) throw new Error((await answer.json()).error);
    const link = element('a', '');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = 'dangerous-goods.pdf';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  } catch (error) {
    say(error.message);
  }
}

byId('goods').addEventListener('click', saveGoods);

byId('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  given = byId('token').value.trim();
  start();
});

// who is inside is so for longer, and an hour passes, also when nothing happens
setInterval(() => {
  draw();
  if (byId('old').hidden && byId('state').textContent === 'Live') heard = Date.now();
}, 15000);

// what is due changes when somebody pays, which is no event of a visit
setInterval(() => lookAtCosts(true), 60000);

start();
`;
