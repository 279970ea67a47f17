import type { SignIn } from './sign-in';

/** Where identity providers send people back to, relative to the pages. */
const REDIRECT = 'docs/oauth2-redirect.html';

/** Both tools add inline styles and data icons, and request nothing but this service, and where people sign in. */
export function referenceNeeds(signIn?: SignIn): string {
  const origin = signIn && new URL(signIn.issuer).origin;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    ["connect-src 'self'", origin].filter(Boolean).join(' '),
    "base-uri 'none'",
    `form-action ${origin ?? "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page that hands what an identity provider says to the page that opened it. */
export const REDIRECT_NEEDS = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

/** Links are relative, because a proxy may serve the service below a path. */
const referencePage = (head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wharfinger</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
${head}</head>
<body>
${body}</body>
</html>
`;

export const SWAGGER_UI = referencePage(
  '<link rel="stylesheet" href="docs/swagger-ui.css">\n<link rel="stylesheet" href="docs/compact.css">\n',
  `<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
`,
);

/**
 * A token is sent as Bearer, in whatever form it was pasted: alone, as the line that named it, or as a whole header. The
 * field has the cursor as soon as the dialog is open.
 */
export const startSwaggerUi = (signIn?: SignIn) => `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const start = (document) => {
  window.ui = SwaggerUIBundle({
    ...document,
    dom_id: '#swagger-ui',
    deepLinking: true,
    persistAuthorization: true,
    displayRequestDuration: true,
    docExpansion: 'none',
    filter: true,
    oauth2RedirectUrl: new URL('${REDIRECT}', location.href).href,
    requestInterceptor: (request) => {
      const sent = request.headers.Authorization;
      if (sent) request.headers.Authorization = 'Bearer ' + sent.trim().split(/[\\s=:"]+/).filter(Boolean).pop();
      // what identity providers of other origins let no page send
      delete request.headers['X-Requested-With'];
      return request;
    },
  });
};
${
  signIn
    ? `${withSignIn(signIn, 'docs/document.json')}.then((spec) => {
  start({ spec });
  ui.initOAuth({
    clientId: ${JSON.stringify(signIn.client_id)},
    scopes: ${JSON.stringify(signIn.scopes)},
    usePkceWithAuthorizationCodeGrant: true,
  });
});`
    : "start({ url: 'docs/document.json' });"
}
new MutationObserver(() => {
  const dialog = document.querySelector('.dialog-ux');
  if (dialog && !dialog.contains(document.activeElement)) dialog.querySelector('input')?.focus();
}).observe(document.body, { childList: true, subtree: true });
`;

export const SCALAR = referencePage(
  '',
  `<div id="scalar"></div>
<script src="scalar/standalone.js"></script>
<script src="scalar/start.js"></script>
`,
);

/** Options that load from other hosts or advertise are off. */
export const startScalar = (signIn?: SignIn) => `const start = (document) =>
  Scalar.createApiReference('#scalar', {
    ...document,
    persistAuth: true,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    hideModels: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    authentication: {
      preferredSecurityScheme: document.content?.components.securitySchemes.oidc ? 'oidc' : 'token',
    },
    // at least 4.5 to 1 on its dark ground (WCAG 2.2, 1.4.3), which its own red and grey have not
    customCss: \`a[href*="scalar.com"] { display: none; }
.dark-mode { --scalar-color-red: #ff6e6e; --scalar-color-3: #a3a3a3; }\`,
  });
${
  signIn
    ? `${withSignIn(signIn, 'scalar/document.json')}.then((content) => start({ content }));`
    : "start({ url: 'scalar/document.json' });"
}
`;

/**
 * JavaScript: the document, of which the identity provider has stated where to sign in. Where it cannot be queried, tokens can
 * still be pasted. The addresses are written for both tools, which else offer whatever the provider has.
 */
const withSignIn = ({ client_id, scopes }: SignIn, url: string) => `(async () => {
  const content = await (await fetch('${url}')).json();
  const schemes = content.components.securitySchemes;
  const { openIdConnectUrl, description } = schemes.oidc;
  delete schemes.oidc;
  try {
    const found = await (await fetch(openIdConnectUrl)).json();
    const flow = {
      authorizationUrl: found.authorization_endpoint,
      tokenUrl: found.token_endpoint,
      scopes: ${JSON.stringify(Object.fromEntries(scopes.map((scope) => [scope, ''])))},
      'x-usePkce': 'SHA-256',
      selectedScopes: ${JSON.stringify(scopes)},
      'x-scalar-client-id': ${JSON.stringify(client_id)},
      'x-scalar-credentials-location': 'body',
      'x-scalar-redirect-uri': new URL('${REDIRECT}', location.href).href,
    };
    schemes.oidc = {
      type: 'oauth2',
      description,
      flows: { authorizationCode: flow },
      'x-default-scopes': ${JSON.stringify(scopes)},
    };
  } catch (error) {
    console.warn('The identity provider cannot be asked where to sign in.', error);
  }
  return content;
})()`;
