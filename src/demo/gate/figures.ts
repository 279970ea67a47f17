/** The page of figures: four plots of the last 30 days, drawn by the service and fetched anew every minute. */
export const FIGURES_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Figures – Wharfinger</title>
<link rel="stylesheet" href="gate.css">
<link rel="stylesheet" href="figures.css">
</head>
<body>
<header>
<h1>Figures of the last 30 days</h1>
<p id="state" role="status">Loading…</p>
<p><a href="gate">The gate as it happens</a></p>
</header>
<form id="ask" hidden>
<label>Token <input id="token" autocomplete="off" required></label>
<button>Show</button>
</form>
<main id="plots"></main>
<script src="figures.js"></script>
</body>
</html>
`;

export const FIGURES_STYLE = `
body { max-width: 90rem; }
main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)); margin-top: 1rem; }
figure { margin: 0; border: 1px solid var(--edge); border-radius: .5rem; overflow: hidden; }
figure svg { display: block; width: 100%; height: auto; }
figure p { padding: .5rem .75rem; }
`;

export const FIGURES_SCRIPT = `'use strict';
const api = '../api/v1/reports/';
const PLOTS = ['moves', 'yard', 'gate', 'revenue'];
const AGAIN_MS = 60000;
const byId = (id) => document.getElementById(id);
const say = (text) => (byId('state').textContent = text);
let token = new URLSearchParams(location.hash.slice(1)).get('token');
let due;
const figures = PLOTS.map(() => byId('plots').appendChild(document.createElement('figure')));

/** The text of an answer; throws with the sentence of a refusal, its code and its status. */
async function ask(path) {
  const answer = await fetch(api + path, { headers: { authorization: 'Token token=' + token } });
  if (answer.ok) return answer.text();
  const { error, code, errors } = await answer.json();
  throw Object.assign(new Error(error), { status: answer.status, code, errors });
}

/** Draws one plot as wide as its place. Of several currencies the first is drawn. */
async function draw(name, figure, more = '') {
  const width = Math.min(2000, Math.max(320, Math.round(figure.clientWidth)));
  try {
    const text = await ask(name + '.svg?width=' + width + more);
    figure.replaceChildren(document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true));
  } catch (error) {
    const [currency] = error.code === 'currency_missing' ? error.message.match(/\\b[A-Z]{3}\\b/) || [] : [];
    if (currency && !more) return draw(name, figure, '&currency=' + currency);
    if (error.status === 401) throw error;
    const told = document.createElement('p');
    told.textContent = error.message;
    figure.replaceChildren(told);
  }
}

async function show() {
  clearTimeout(due);
  try {
    token = token || (await (await fetch('gate/token')).json()).token;
    if (!token) throw Object.assign(new Error('Which organization? Enter one of its tokens.'), { status: 401 });
    await Promise.all(PLOTS.map((name, at) => draw(name, figures[at])));
    byId('ask').hidden = true;
    say('As of ' + new Date().toLocaleTimeString() + '.');
  } catch (error) {
    say(error.message);
    if (error.status === 401) {
      token = undefined;
      byId('ask').hidden = false;
      return;
    }
  }
  due = setTimeout(show, AGAIN_MS);
}

byId('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  token = byId('token').value.trim();
  void show();
});
addEventListener('resize', () => { clearTimeout(due); due = setTimeout(show, 300); });
void show();
`;
