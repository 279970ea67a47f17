import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dump } from 'js-yaml';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildDocument } from './document';
import { HOME } from './home';
import { LANDING_PAGE, LANDING_STYLE, pageOfGuides } from './landing-page';

interface Page {
  type: string;
  /** What its Content-Security-Policy lets it do. */
  needs: string;
  make: () => string | Buffer;
}

/** Bytes as they are sent, and the tag that a client knows them by. */
interface Ready {
  bytes: Buffer;
  etag: string;
}

/**
 * Serves what this is at `/`, the guides, the document at `/docs-json` and `/docs-yaml`, and Swagger UI at `/docs`. Nobody needs a token for them, so
 * they are made once, and only bytes are sent; a client that has them already is told so.
 */
export function serveDocument(app: INestApplication, instance: FastifyInstance): void {
  let document: object | undefined;
  const json = () => (document ??= JSON.parse(JSON.stringify(buildDocument(app))) as object);
  const pages: Record<string, Page> = {
    '/': { type: HTML, needs: LANDING_NEEDS, make: () => LANDING_PAGE },
    '/landing.css': { type: CSS, needs: NOTHING, make: () => LANDING_STYLE },
    ...guides(),
    '/docs-json': {
      type: 'application/json; charset=utf-8',
      needs: NOTHING,
      make: () => JSON.stringify(json()),
    },
    '/docs-yaml': {
      type: 'text/yaml; charset=utf-8',
      needs: NOTHING,
      make: () => dump(json(), { noRefs: true }),
    },
    '/docs': { type: HTML, needs: SWAGGER_UI_NEEDS, make: () => PAGE },
    '/docs/start.js': { type: JAVASCRIPT, needs: NOTHING, make: () => START },
    '/docs/swagger-ui.css': asset('swagger-ui.css', CSS),
    '/docs/swagger-ui-bundle.js': asset('swagger-ui-bundle.js', JAVASCRIPT),
    '/docs/favicon-32x32.png': asset('favicon-32x32.png', 'image/png'),
  };
  const warm = Object.entries(pages).map(([url, page]) => servePage(instance, url, page));
  // when it listens, no request has to wait for them
  instance.addHook('onListen', (done) => {
    for (const make of warm) make();
    done();
  });
}

function servePage(instance: FastifyInstance, url: string, { type, make, needs }: Page): () => Ready {
  let made: Ready | undefined;
  const ready = () => (made ??= readied(Buffer.from(make())));
  instance.get(url, (request: FastifyRequest, reply: FastifyReply) => {
    const { bytes, etag } = ready();
    void reply.headers({
      ETag: etag,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': needs,
    });
    const known = request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag);
    return known ? reply.status(304).send() : reply.type(type).send(bytes);
  });
  return ready;
}

function readied(bytes: Buffer): Ready {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

function asset(name: string, type: string): Page {
  return { type, needs: NOTHING, make: () => readFileSync(join(SWAGGER_UI, name)) };
}

/** The guides as they are in the package, each at its name; and at `/guides/` what they are. */
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

/** Swagger UI writes styles into its page and shows its icons from data; it calls the service itself. */
const SWAGGER_UI_NEEDS = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Addresses are relative: the service may stand below a path of its proxy. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Wharfinger</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const START = `window.ui = SwaggerUIBundle({
  url: 'docs-json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  docExpansion: 'none',
});
`;
