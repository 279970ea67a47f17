import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { h } from '../../shared/dom';
import { apiOf, attempt, enter, leave, onSubmit, say, showSignIn, type Open } from '../../shared/page';

let manager: UserManager | undefined;
/** The token of whoever is signed in, renewed as it ends; blank where nobody is. */
export const tokenOf = async () => (await manager?.getUser())?.access_token ?? '';

/**
 * Lets somebody sign in at the identity provider that the service names, and opens the application. The tokens are in
 * memory alone: a page that is loaded anew asks again, and the provider still knows who it is.
 */
export async function signInAtProvider(title: string, open: Open): Promise<void> {
  const form = h('form', {}, h('button', {}, 'Sign in'));
  showSignIn(title, form);
  const tell = (error: Error) => say(error.message, true);
  const { issuer, client_id, scopes } = await apiOf('').signIns.show();
  if (!issuer || !client_id) return say('The service names no identity provider to sign in at.', true);
  const page = location.origin + location.pathname;
  const provider = (manager = new UserManager({
    authority: issuer,
    client_id,
    scope: scopes.join(' '),
    response_type: 'code',
    redirect_uri: page,
    post_logout_redirect_uri: page,
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  }));
  onSubmit(form, () => provider.signinRedirect().catch(tell));

  const { href, search } = location;
  if (!/[?&](code|error)=/.test(search)) return;
  history.replaceState(null, '', page);
  // nobody comes back where the page is in a frame, in which a token is renewed
  const user = await provider.signinCallback(href).catch(tell);
  if (!user) return;
  const api = apiOf(tokenOf);
  const end = async () =>
    (await provider.metadataService.getEndSessionEndpoint()) ? provider.signoutRedirect() : leave();
  await attempt(async () => enter(title, api, await api.me.show(), open, end));
}
