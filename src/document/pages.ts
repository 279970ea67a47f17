import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.module';
import { baseOf } from '../common/http/host';
import { documentAt } from './files';
import { DOCUMENT_STYLE } from './style';
import { HOME } from '../common/home';
import { LANDING_PAGE, LANDING_STYLE, pageOfGuides } from './landing-page';

interface Page {
  type: string;
  /** Its Content-Security-Policy. */
  needs: string;
  /** @param base the address at which the client reaches the service */
  make: (base: string) => string | Buffer | Promise<string>;
  /** Whether the content depends on `base`. */
  namesBase?: boolean;
}

/** The cached bytes of a page, with their ETag. */
interface Ready {
  base: string;
  bytes: Buffer;
  etag: string;
}

/**
 * Serves the landing page at `/`, the guides, the document at `/docs-json` and `/docs-yaml`, Swagger UI at `/docs` and
 * Scalar at `/scalar`. None needs a token, so the bytes are cached, and a matching `If-None-Match` is answered with
 * 304.
 */
export function serveDocument(app: INestApplication, instance: FastifyInstance): void {
  const config = app.get<Config>(CONFIG);
  const pages: Record<string, Page> = {
    '/': { type: HTML, needs: LANDING_NEEDS, make: () => LANDING_PAGE },
    '/landing.css': { type: CSS, needs: NOTHING, make: () => LANDING_STYLE },
    ...guides(),
    '/docs-json': {
      type: 'application/json; charset=utf-8',
      needs: NOTHING,
      make: (base) => documentAt(base, 'json', app),
      namesBase: true,
    },
    '/docs-yaml': {
      type: 'text/yaml; charset=utf-8',
      needs: NOTHING,
      make: (base) => documentAt(base, 'yaml', app),
      namesBase: true,
    },
    '/docs': { type: HTML, needs: REFERENCE_NEEDS, make: () => SWAGGER_UI },
    '/docs/start.js': { type: JAVASCRIPT, needs: NOTHING, make: () => START_SWAGGER_UI },
    '/docs/swagger-ui.css': asset('swagger-ui-dist/swagger-ui.css', CSS),
    '/docs/compact.css': { type: CSS, needs: NOTHING, make: () => DOCUMENT_STYLE },
    '/docs/swagger-ui-bundle.js': asset('swagger-ui-dist/swagger-ui-bundle.js', JAVASCRIPT),
    '/docs/favicon-32x32.png': asset('swagger-ui-dist/favicon-32x32.png', 'image/png'),
    '/scalar': { type: HTML, needs: REFERENCE_NEEDS, make: () => SCALAR },
    '/scalar/start.js': { type: JAVASCRIPT, needs: NOTHING, make: () => START_SCALAR },
    '/scalar/standalone.js': asset('@scalar/fastify-api-reference/dist/js/standalone.js', JAVASCRIPT),
  };
  for (const [url, page] of Object.entries(pages)) servePage(instance, url, page, config);
}

function servePage(
  instance: FastifyInstance,
  url: string,
  { type, make, needs, namesBase = false }: Page,
  config: Config,
): void {
  let made: Ready | undefined;
  const ready = async (base: string) =>
    made?.base === base ? made : (made = readied(base, await make(base)));
  instance.get(url, async (request: FastifyRequest, reply: FastifyReply) => {
    const { bytes, etag } = await ready(namesBase ? baseOf(request, config) : (config.public_url ?? ''));
    void reply.headers({
      ETag: etag,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': needs,
    });
    const known = request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag);
    return known ? reply.status(304).send() : reply.type(type).send(bytes);
  });
}

function readied(base: string, content: string | Buffer): Ready {
  const bytes = Buffer.from(content);
  return { base, bytes, etag: `"${hash('sha256', bytes, 'base64url')}"` };
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** A file from node_modules. */
function asset(name: string, type: string): Page {
  return { type, needs: NOTHING, make: () => readFileSync(join(HOME, 'node_modules', name)) };
}

/** The guides of the package by file name, and their list at `/guides/`. */
function guides(): Record<string, Page> {
  const folder = join(HOME, 'docs/guides');
  const page = (file: string): Page => ({
    type: 'text/plain; charset=utf-8',
    needs: NOTHING,
    make: () => readFileSync(join(folder, file)),
  });
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return {
    ...Object.fromEntries(files.map((file) => [`/guides/${file}`, page(file)])),
    ...(files.length && { '/guides/': guidesPage(files) }),
    '/errors.md': page('../errors.md'),
    '/events.md': page('../events.md'),
  };
}

function guidesPage(files: string[]): Page {
  const titled = files
    .filter((file) => file !== 'README.md')
    .map((file) => [file, /^# (.*)/.exec(readFileSync(join(HOME, 'docs/guides', file), 'utf8'))![1]!]);
  return { type: HTML, needs: LANDING_NEEDS, make: () => pageOfGuides(titled as [string, string][]) };
}

const LANDING_NEEDS =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** Both tools add inline styles and data icons, and request nothing but this service. */
const REFERENCE_NEEDS = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

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

const SWAGGER_UI = referencePage(
  '<link rel="stylesheet" href="docs/swagger-ui.css">\n<link rel="stylesheet" href="docs/compact.css">\n',
  `<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
`,
);

const START_SWAGGER_UI = `window.ui = SwaggerUIBundle({
  url: 'docs-json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  docExpansion: 'none',
});
`;

const SCALAR = referencePage(
  '',
  `<div id="scalar"></div>
<script src="scalar/standalone.js"></script>
<script src="scalar/start.js"></script>
`,
);

/** Options that load from other hosts or advertise are off. */
const START_SCALAR = `Scalar.createApiReference('#scalar', {
  url: 'docs-json',
  persistAuth: true,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: 'token' },
  customCss: 'a[href*="scalar.com"] { display: none; }',
});
`;
