import { createWharfinger, WharfingerError, type Answer, type Wharfinger } from '@wharfinger/client';
import { h } from './dom';

type Me = Answer<'showMe'>;
export type Open = (api: Wharfinger, me: Me) => unknown;

const TOKEN = 'wharfinger-token';
const ME = 'wharfinger-me';
const WHY = 'wharfinger-why';
const main = document.querySelector('main')!;
const said = h('p', { id: 'said', role: 'status' });

/** The service behind the address of the page. A token that changes is brought by a function. */
export const apiOf = (token: string | (() => Promise<string>)) =>
  createWharfinger({ baseUrl: location.origin, token, timeout: 15_000 });

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
  main.replaceChildren(h('h1', {}, title), said, form);
  say(sessionStorage.getItem(WHY) ?? '', true);
  sessionStorage.removeItem(WHY);
}

/** Opens the application: the title and whose it is, and what the page has as a template. `end` is what leaving does. */
export function enter(
  title: string,
  api: Wharfinger,
  me: Me,
  open: Open,
  end: () => unknown = () => leave(),
): void {
  const names = me.limited ? me.parties.map(({ name }) => name).join(', ') : me.organization.name;
  const button = h('button', { onclick: end }, 'Leave');
  main.replaceChildren(h('header', {}, h('h1', {}, title), h('span', {}, names), button), said);
  main.append(document.querySelector('template')?.content ?? '');
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

/** Does something. What is wrong with it stands at the fields of `form` that the service names, else in the status line. */
export async function attempt(work: () => Promise<unknown>, form?: HTMLFormElement): Promise<void> {
  form?.querySelectorAll('[aria-invalid]').forEach((field) => field.removeAttribute('aria-invalid'));
  form?.querySelectorAll('.wrong').forEach((sentence) => sentence.remove());
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WharfingerError)) throw error;
    if (error.status === 401) leave(error.message);
    else if (!form || !showAtFields(form, error.fields)) say(error.message, true);
  }
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
