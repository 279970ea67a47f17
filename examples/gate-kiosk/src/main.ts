import { createWharfinger } from '@wharfinger/client';
import { h } from './dom';
import { Kiosk } from './kiosk';
import './style.css';

const TOKEN = 'wharfinger-token';
const root = document.querySelector<HTMLElement>('#kiosk')!;

/** Asks for a token once; it stays until the tab is closed. */
function start(why?: string): void {
  const token = sessionStorage.getItem(TOKEN);
  if (token) {
    const api = createWharfinger({ baseUrl: location.origin, token, timeout: 15_000 });
    new Kiosk(root, api, forget).start();
    return;
  }
  const field = h('input', { id: 'token', type: 'password', required: '', autocomplete: 'off' });
  const remember = (event: Event) => {
    event.preventDefault();
    sessionStorage.setItem(TOKEN, field.value.trim());
    start();
  };
  root.replaceChildren(
    h('h1', {}, 'Gate kiosk'),
    h('p', { id: 'said', role: 'status', class: 'wrong' }, why ?? null),
    h(
      'form',
      { onsubmit: remember },
      h('label', { for: 'token' }, 'Token'),
      field,
      h('button', { class: 'first' }, 'Open the gate desk'),
    ),
  );
  field.focus();
}

function forget(why?: string): void {
  sessionStorage.removeItem(TOKEN);
  start(why);
}

start();
