type Properties = Record<string, string | ((event: Event) => unknown)>;
type Child = Node | string | false | null | undefined;

/** An element with attributes, listeners (`onclick`) and children. Text is never read as HTML. */
export function h<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (typeof value === 'string') element.setAttribute(name, value);
    else element.addEventListener(name.slice(2), value);
  element.append(...children.filter((child) => typeof child === 'string' || child instanceof Node));
  return element;
}

/** Shows other contents in the element with this id; what has the focus keeps it. */
export function show(id: string, ...contents: Node[]): void {
  const focused = document.activeElement?.id;
  document.getElementById(id)!.replaceChildren(...contents);
  if (focused) document.getElementById(focused)?.focus();
}

/** Words that are there, with commas between them. */
export const joined = (...words: (string | false | null | undefined)[]) => words.filter(Boolean).join(', ');

/** Words that stand out; nothing where there are none. */
export const mark = (words: string) => words && h('mark', {}, words);

/** A table of records, with a column for each title; on a phone each record is a card. */
export function table<Row>(
  caption: string,
  rows: Row[],
  columns: Record<string, (row: Row) => Child>,
): HTMLElement {
  const head = Object.keys(columns).map((title) => h('th', { scope: 'col' }, title));
  const body = rows.map((row) =>
    h(
      'tr',
      {},
      ...Object.entries(columns).map(([title, cell]) => h('td', { 'data-title': title }, cell(row))),
    ),
  );
  const none = h('tr', {}, h('td', { colspan: `${head.length}` }, 'None.'));
  const parts = [h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...(rows.length ? body : [none]))];
  return h('table', {}, h('caption', {}, caption), ...parts);
}

/** What is known of one record, by name; what is not known is left out. */
export function facts(title: string, known: Record<string, Child>): HTMLElement {
  const lines = Object.entries(known).map(
    ([name, fact]) => fact && h('div', {}, h('dt', {}, name), h('dd', {}, fact)),
  );
  return h('section', {}, h('h2', {}, title), h('dl', {}, ...lines));
}

/** Links to the pages before and behind the one that the address says. */
export function pages(total: number, per: number): HTMLElement {
  const search = new URLSearchParams(location.search);
  const page = Number(search.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(total / per));
  const link = (word: string, to: number) => {
    const href = `?${new URLSearchParams({ ...Object.fromEntries(search), page: `${to}` })}`;
    return to >= 1 && to <= last ? h('a', { href }, word) : null;
  };
  const here = `Page ${page} of ${last}, ${total} in all`;
  return h('nav', { 'aria-label': 'Pages' }, link('Previous', page - 1), here, link('Next', page + 1));
}

export type Clock = (time: string | null) => HTMLElement | null;

/** Shows times by the clock of the terminal, wherever the screen stands. */
export function clockOf(timeZone: string): Clock {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return (time) => (time ? h('time', { datetime: time }, clock.format(new Date(time))) : null);
}

/** The day at the terminal, now or at a time: `2026-11-30`. */
export const dayIn = (timeZone: string, time?: string | null): string =>
  new Intl.DateTimeFormat('sv', { timeZone }).format(time ? new Date(time) : undefined);
