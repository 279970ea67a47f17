type Listener = (event: never) => unknown;
type Properties = Record<string, string | Listener | undefined>;
export type Child = Node | string | false | null | undefined;

function build<T extends Element>(element: T, properties: Properties, children: Child[]): T {
  for (const [name, value] of Object.entries(properties))
    if (typeof value === 'string') element.setAttribute(name, value);
    else if (value) element.addEventListener(name.slice(2), value as EventListener);
  element.append(...children.filter((child) => typeof child === 'string' || child instanceof Node));
  return element;
}

/** An element with attributes, listeners (`onclick`) and children. Text is never read as HTML. */
export const h = <T extends keyof HTMLElementTagNameMap>(
  tag: T,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[T] => build(document.createElement(tag), properties, children);

/** The same for the elements of a drawing. */
export const svg = <T extends keyof SVGElementTagNameMap>(
  tag: T,
  properties: Properties = {},
  ...children: Child[]
): SVGElementTagNameMap[T] =>
  build(document.createElementNS('http://www.w3.org/2000/svg', tag), properties, children);

/** The element of the page with this id. */
export const byId = <T extends Element = HTMLElement>(id: string) =>
  document.querySelector<T>(`#${CSS.escape(id)}`)!;

/** Shows other contents in the element with this id, which is no longer waited for; what has the focus keeps it. */
export function show(id: string, ...contents: Child[]): void {
  const focused = document.activeElement?.id;
  const element = byId(id);
  element.replaceChildren(...contents.filter((each) => typeof each === 'string' || each instanceof Node));
  element.removeAttribute('aria-busy');
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
}

/** Words that are there, with commas between them. */
export const joined = (...words: (string | false | null | undefined)[]) => words.filter(Boolean).join(', ');

/** Words that stand out; nothing where there are none. */
export const mark = (words: string) => words && h('mark', {}, words);

/** A short word on a coloured ground: how something stands. */
export const badge = (word: string, kind: 'good' | 'bad' | 'warn' | '' = '') =>
  h('span', { class: `badge ${kind}` }, word);

/** What stands in place of records where there are none, and what to do about it. */
export const empty = (sentence: string) => h('p', { class: 'empty' }, sentence);

/** By which column each table is ordered, and from the largest value on or not; it outlasts reading anew. */
const orders = new Map<string, { title: string; down: boolean }>();

/**
 * A table of records, with a column for each title; on a phone each record is a card. The button of a title orders the
 * records that are shown by it. A column without a word to order by, such as one of buttons, has a title that begins with
 * a blank.
 * @param none what is said where there are no records
 */
export function table<Row>(
  caption: string,
  rows: Row[],
  columns: Record<string, (row: Row) => Child>,
  none = 'None.',
): HTMLElement {
  const body = h('tbody');
  const titles = Object.keys(columns);
  const lines = rows.map((row) => {
    const cells = titles.map((title) => h('td', { 'data-title': title.trim() }, columns[title]!(row)));
    return h('tr', {}, ...cells);
  });
  const heads = titles.map((title) => {
    if (title.startsWith(' ')) return h('th', { scope: 'col' }, h('span', { class: 'unseen' }, title.trim()));
    const turn = () => {
      const { title: before, down } = orders.get(caption) ?? {};
      orders.set(caption, { title, down: before === title && !down });
      arrange();
    };
    const id = `order-${caption}-${title}`.replace(/\W+/g, '-');
    return h('th', { scope: 'col' }, h('button', { type: 'button', id, onclick: turn }, title));
  });
  function arrange(): void {
    const { title, down } = orders.get(caption) ?? {};
    const column = titles.indexOf(title ?? '');
    heads.forEach((head, at) => {
      if (at === column) head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    });
    const sorted = column < 0 ? lines : [...lines].sort((a, b) => compare(a, b, column) * (down ? -1 : 1));
    body.replaceChildren(...sorted);
  }
  arrange();
  if (!rows.length) return h('section', { class: 'none' }, h('h3', {}, caption), empty(none));
  return h('table', {}, h('caption', {}, caption), h('thead', {}, h('tr', {}, ...heads)), body);
}

const words = new Intl.Collator(document.documentElement.lang, { numeric: true });
/** Orders two rows by what a column has: a time or an amount by its value, else by words. Blank ones come first. */
function compare(a: HTMLTableRowElement, b: HTMLTableRowElement, column: number): number {
  const [one, other] = [a, b].map((row) => {
    const cell = row.cells[column]!;
    return cell.querySelector('time')?.dateTime ?? cell.querySelector('data')?.value ?? cell.innerText;
  });
  return words.compare(one!, other!);
}

/** What is known of one record, by name; what is not known is left out. */
export const facts = (known: Record<string, Child>): HTMLElement =>
  h(
    'dl',
    {},
    ...Object.entries(known).map(
      ([name, fact]) => fact && h('div', {}, h('dt', {}, name), h('dd', {}, fact)),
    ),
  );

/** Links to the pages before and behind the one that the address says. */
export function pages(total: number, per: number): HTMLElement {
  const search = new URLSearchParams(location.search);
  const page = Number(search.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(total / per));
  const link = (word: string, to: number) => {
    const href = `?${new URLSearchParams({ ...Object.fromEntries(search), page: `${to}` })}`;
    return to >= 1 && to <= last ? h('a', { href }, word) : null;
  };
  const here = h('span', {}, `Page ${page} of ${last}, ${total} in all`);
  return h(
    'nav',
    { 'aria-label': 'Pages', class: 'pages' },
    link('Previous', page - 1),
    here,
    link('Next', page + 1),
  );
}

/**
 * Lets the arrow keys go from one to the next of the parts of a drawing or a grid that `selector` names, by where they
 * are seen; the key Tab enters it once.
 */
export function arrows(grid: HTMLElement, selector: string): void {
  const parts = () => [...grid.querySelectorAll<HTMLElement>(selector)];
  const stop = (chosen?: Element) =>
    parts().forEach((each, at) => (each.tabIndex = (chosen ? each === chosen : at === 0) ? 0 : -1));
  stop();
  grid.addEventListener('focusin', ({ target }) => {
    if ((target as Element).matches(selector)) stop(target as Element);
  });
  grid.addEventListener('keydown', (event) => {
    const [across, down] = STEPS[event.key] ?? [0, 0];
    if ((!across && !down) || !(event.target as Element).matches(selector)) return;
    const middle = (each: Element) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const from = middle(event.target as Element);
    const near = parts()
      .map((part) => ({ part, x: middle(part).x - from.x, y: middle(part).y - from.y }))
      .filter(({ x, y }) => x * across + y * down > 1)
      // straight on before aside
      .map(({ part, x, y }) => ({ part, far: Math.abs(x) * (across ? 1 : 4) + Math.abs(y) * (down ? 1 : 4) }))
      .sort((a, b) => a.far - b.far);
    if (!near[0]) return;
    event.preventDefault();
    near[0].part.focus();
  });
}
const STEPS: Record<string, [across: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
