import { createWharfinger, WharfingerError } from '@wharfinger/client';
import type { Answer, EventPattern, Wharfinger } from '@wharfinger/client';
import { h } from './dom';
import { clockOf } from './format';

type Me = Answer<'showMe'>;
export type Open = (api: Wharfinger, me: Me) => unknown;

const TOKEN = 'wharfinger-token';
const ME = 'wharfinger-me';
const WHY = 'wharfinger-why';
const main = document.querySelector('main')!;
const said = h('p', { id: 'said', role: 'status' });
const news = h('span', { id: 'news', role: 'status' });

/** The service behind the address of the page, in the page's language. A token that changes is brought by a function. */
export const apiOf = (token: string | (() => Promise<string>)) =>
  createWharfinger({
    baseUrl: location.origin,
    token,
    timeout: 15_000,
    acceptLanguage: document.documentElement.lang,
  });

/** Asks for a token, which stays until the tab is closed, and opens the application with it. */
export function signIn(title: string, open: Open): void {
  const known = sessionStorage.getItem(TOKEN);
  if (known) return enter(title, apiOf(known), JSON.parse(sessionStorage.getItem(ME)!) as Me, open);

  const field = h('input', { id: 'token', type: 'password', required: '', autocomplete: 'off' });
  const form = h('form', {}, h('label', { for: 'token' }, 'Token'), field, h('button', {}, 'Sign in'));
  onSubmit(form, async () => {
    const token = field.value.trim();
    const api = apiOf(token);
    const me = await api.me.show();
    sessionStorage.setItem(TOKEN, token);
    sessionStorage.setItem(ME, JSON.stringify(me));
    enter(title, api, me, open);
  });
  showSignIn(title, form);
  field.focus();
}

/** Shows a form by which somebody signs in, and why he has to do so again. */
export function showSignIn(title: string, form: HTMLFormElement): void {
  main.replaceChildren(h('section', { class: 'sign-in' }, h('h1', {}, title), said, form));
  say(sessionStorage.getItem(WHY) ?? '', true);
  sessionStorage.removeItem(WHY);
}

/**
 * Opens the application: a header with the title, whose it is and what time it is at the terminal, and what the page has as
 * a template. `end` is what leaving does.
 */
export function enter(
  title: string,
  api: Wharfinger,
  me: Me,
  open: Open,
  end: () => unknown = () => leave(),
): void {
  const names = me.limited ? me.parties.map(({ name }) => name).join(', ') : me.organization.name;
  const time = h('span', { id: 'clock' });
  const clock = clockOf(me.organization.time_zone, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
  const tick = () => time.replaceChildren(clock(new Date().toISOString())!);
  tick();
  setInterval(tick, 5_000);
  const whose = h('span', { class: 'whose' }, names);
  const button = h('button', { onclick: end }, 'Leave');
  document.querySelector('body > header')?.remove();
  main.before(h('header', {}, h('h1', {}, title), whose, time, news, button));
  main.replaceChildren(said, document.querySelector('template')?.content ?? '');
  void attempt(async () => open(api, me));
}

/** Forgets the token and all that was shown with it. */
export function leave(why = ''): void {
  sessionStorage.clear();
  sessionStorage.setItem(WHY, why);
  location.reload();
}

/** Says a sentence in the status line. */
export function say(sentence: string, isWrong = false): void {
  said.textContent = sentence;
  said.className = isWrong ? 'wrong' : 'right';
}

/** Reads a screen: at once, whenever something of these types happens, and whenever that might have been missed. */
export async function keepReading(
  api: Wharfinger,
  types: EventPattern[],
  read: () => Promise<unknown>,
  form?: HTMLFormElement,
): Promise<void> {
  for await (const { state } of api.events.changes({ types })) {
    news.className = state;
    news.textContent = state === 'lost' ? 'Connection lost: this may be old' : 'Live';
    await attempt(read, form);
  }
}

/** Does something. What is wrong with it stands at the fields of `form` that the service names, else in the status line. */
export async function attempt(work: () => Promise<unknown>, form?: HTMLFormElement): Promise<void> {
  form?.querySelectorAll('[aria-invalid]').forEach((field) => field.removeAttribute('aria-invalid'));
  form?.querySelectorAll('.wrong').forEach((sentence) => sentence.remove());
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WharfingerError)) throw error;
    if (error.status === 401) leave(error.message);
    else if (form && showAtFields(form, error.fields)) return;
    // what is behind a dialog is out of sight
    else if (form?.closest('dialog')) {
      const sentence = h('p', { class: 'wrong wide', role: 'alert' }, error.message);
      form.append(sentence);
      sentence.scrollIntoView({ block: 'nearest' });
    } else say(error.message, true);
  }
}

/** What an operation answers, or null where the service has nothing by that name, or nothing that is ours. */
export const found = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof WharfingerError && error.status === 404) return null;
    throw error;
  });

/** A button that does some work: who taps twice means it once. */
export function button(word: string, work: () => Promise<unknown>, properties: Record<string, string> = {}) {
  const made = h('button', { type: 'button', ...properties }, word);
  made.addEventListener('click', () => {
    if (made.ariaBusy === 'true') return;
    made.ariaBusy = 'true';
    void attempt(work).finally(() => (made.ariaBusy = 'false'));
  });
  return made;
}

/** Does the work of a form when it is submitted: who taps twice means it once. */
export function onSubmit(form: HTMLFormElement, work: (sent: FormData) => Promise<unknown>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    say('');
    void attempt(() => work(new FormData(form)), form).finally(() => (form.ariaBusy = 'false'));
  });
}

/** Puts each sentence below the field that its path names, and answers whether all of them have one. */
function showAtFields(form: HTMLFormElement, fields: Record<string, string[]>): boolean {
  const found = Object.entries(fields).map(([path, sentences]) => {
    const field = form.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]:not([type=hidden])`);
    const id = `${form.id}-${path}-wrong`;
    field?.after(h('small', { id, class: 'wrong' }, sentences.join(' ')));
    field?.setAttribute('aria-invalid', 'true');
    field?.setAttribute('aria-describedby', id);
    return field;
  });
  found.find((field) => field)?.focus();
  return found.length > 0 && found.every((field) => field);
}
