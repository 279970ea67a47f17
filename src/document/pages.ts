import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.module';
import { baseOf } from '../common/http/host';
import { documentAt } from './files';
import { DOCUMENT_STYLE } from './style';
import { HOME } from '../common/home';
import { FAVICON, landingPage, LANDING_STYLE, notFoundPage, PICTURES } from './landing-page';
import { allGuides, llmsText, pageOfGuide, pageOfGuides, type Guide } from './guides';
import { pageOfEventTypes } from './event-types-page';
import { partOf, type Part } from './parts';
import { REDIRECT_NEEDS, referenceNeeds, SCALAR, startScalar, startSwaggerUi, SWAGGER_UI } from './reference';
import { offerSignIn, signInOf } from './sign-in';
import { tagNamed, TAGS } from './tags';
import { Invalid } from '../common/errors/errors';

interface Page {
  type: string;
  /** Its Content-Security-Policy. */
  needs: string;
  /** Its Cross-Origin-Opener-Policy, where it is another than that of every answer. */
  lets?: string | undefined;
  /**
   * @param base the address at which the client reaches the service
   * @param form which of its forms is requested
   */
  make: (base: string, form: string) => string | Buffer | Promise<string>;
  /** Whether the content depends on `base`. */
  namesBase?: boolean;
  /**
   * Which of its forms a request asks for; one that has none needs no function.
   * @throws Invalid
   */
  formOf?: (request: FastifyRequest) => string | Promise<string>;
}

/** The cached bytes of a page, with their ETag. */
interface Ready {
  bytes: Buffer;
  etag: string;
}

/**
 * Serves the landing page at `/`, the guides, the document at `/docs-json` and `/docs-yaml`, Swagger UI at `/docs` and
 * Scalar at `/scalar`. None needs a token, so the bytes are cached, and a matching `If-None-Match` is answered with
 * 304.
 * @param showsGate whether the page of the gate is served now, which the landing page then names
 */
export function serveDocument(
  app: INestApplication,
  instance: FastifyInstance,
  showsGate: () => Promise<boolean>,
): void {
  const config = app.get<Config>(CONFIG);
  const whole = async (base: string) => JSON.parse(await documentAt(base, 'json', app)) as OpenAPIObject;
  const part = async (base: string, of: Part) => JSON.stringify(partOf(await whole(base), of));
  const signIn = signInOf(config);
  const forPages = async (base: string, of: Part = {}) => {
    const document = partOf(await whole(base), { ...of, forPages: true });
    return JSON.stringify(signIn ? offerSignIn(document, signIn) : document);
  };
  const reference = { type: HTML, needs: referenceNeeds(signIn), lets: signIn && LETS_SIGN_IN };
  const guides = allGuides();
  const pages: Record<string, Page> = {
    '/': {
      type: HTML,
      needs: LANDING_NEEDS,
      make: (_base, form) => landingPage(form === WITH_GATE),
      formOf: async () => ((await showsGate()) ? WITH_GATE : ''),
    },
    '/landing.css': { type: CSS, needs: NOTHING, make: () => LANDING_STYLE },
    '/favicon.svg': { type: SVG, needs: NOTHING, make: () => FAVICON },
    '/guides/': { type: HTML, needs: LANDING_NEEDS, make: () => pageOfGuides(guides) },
    '/event-types': {
      type: HTML,
      needs: LANDING_NEEDS,
      make: async (base) => pageOfEventTypes(await whole(base)),
      namesBase: true,
    },
    '/llms.txt': {
      type: TEXT,
      needs: NOTHING,
      make: (base) => llmsText(base, guides),
      namesBase: true,
    },
    '/docs-json': {
      type: JSON_TYPE,
      needs: NOTHING,
      make: (base, tag) => (tag ? part(base, { tag }) : documentAt(base, 'json', app)),
      namesBase: true,
      formOf: tagOf,
    },
    '/docs-yaml': {
      type: 'text/yaml; charset=utf-8',
      needs: NOTHING,
      make: (base) => documentAt(base, 'yaml', app),
      namesBase: true,
    },
    '/docs/document.json': {
      type: JSON_TYPE,
      needs: NOTHING,
      make: (base) => forPages(base),
      namesBase: true,
    },
    '/scalar/document.json': {
      type: JSON_TYPE,
      needs: NOTHING,
      make: (base) => forPages(base, { forSearch: true }),
      namesBase: true,
    },
    '/docs': { ...reference, make: () => SWAGGER_UI },
    '/docs/start.js': { type: JAVASCRIPT, needs: NOTHING, make: () => startSwaggerUi(signIn) },
    '/docs/swagger-ui.css': asset('swagger-ui-dist/swagger-ui.css', CSS),
    '/docs/compact.css': { type: CSS, needs: NOTHING, make: () => DOCUMENT_STYLE },
    '/docs/swagger-ui-bundle.js': asset('swagger-ui-dist/swagger-ui-bundle.js', JAVASCRIPT),
    '/docs/favicon-32x32.png': asset('swagger-ui-dist/favicon-32x32.png', 'image/png'),
    '/scalar': { ...reference, make: () => SCALAR },
    '/scalar/start.js': { type: JAVASCRIPT, needs: NOTHING, make: () => startScalar(signIn) },
    '/scalar/standalone.js': asset('@scalar/fastify-api-reference/dist/js/standalone.js', JAVASCRIPT),
  };
  if (signIn) Object.assign(pages, REDIRECT_PAGES);
  for (const [url, page] of Object.entries(pages)) servePage(instance, url, page, config);
  for (const name of Object.keys(PICTURES))
    servePage(
      instance,
      `/pictures/${name}`,
      { type: 'image/png', needs: NOTHING, make: () => readFileSync(join(HOME, 'docs', name)) },
      config,
    );
  for (const guide of guides) serveGuide(instance, guide, config);
  instance.get('/guides', (_request, reply) => reply.redirect('guides/', 308));
  answerBrowsers(instance);
}

/** The first part of a path outside of the API, whose own paths the router has to refuse by itself where they are too long. */
const OUTSIDE_API = '/:first(^(?!api$)[^/]*)';

/** A browser that asks for what is not there gets a page, outside of the API; everybody else gets the failure as JSON. */
function answerBrowsers(instance: FastifyInstance): void {
  for (const url of [OUTSIDE_API, `${OUTSIDE_API}/*`])
    instance.get(url, (request, reply) => {
      if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
      const path = request.url.split('?', 1)[0]!;
      return reply
        .status(404)
        .header('Content-Security-Policy', LANDING_NEEDS)
        .type(HTML)
        .send(notFoundPage('../'.repeat(path.split('/').length - 2)));
    });
}

const WITH_GATE = 'with the gate';

/**
 * The group that `?tag=` asks for; empty when it asks for none.
 * @throws Invalid for a group that the document does not have
 */
function tagOf({ query }: FastifyRequest): string {
  const { tag } = query as { tag?: unknown };
  if (tag === undefined) return '';
  const known = typeof tag === 'string' ? tagNamed(tag) : undefined;
  if (known) return known;
  throw new Invalid({ tag: [`must be one of ${Object.keys(TAGS).join(', ')}`] });
}

/** A guide as a page, and with `?raw` as its Markdown. */
function serveGuide(instance: FastifyInstance, guide: Guide, config: Config): void {
  const requested = ({ query }: FastifyRequest) => 'raw' in (query as object);
  const page = { needs: LANDING_NEEDS, type: HTML, make: () => pageOfGuide(guide) };
  const raw = { needs: NOTHING, type: MARKDOWN, make: () => guide.text() };
  const answers = [answerOf(page, config), answerOf(raw, config)] as const;
  instance.get(`/${guide.path}`, (request, reply) => answers[requested(request) ? 1 : 0](request, reply));
  // relative, because a proxy may serve the service below a path
  const name = guide.path.split('/').at(-1)!;
  instance.get(`/${guide.path.replace(/\.md$/, '')}`, (request, reply) =>
    reply.redirect(requested(request) ? `${name}?raw` : name, 308),
  );
}

function servePage(instance: FastifyInstance, url: string, page: Page, config: Config): void {
  instance.get(url, answerOf(page, config));
}

/** Answers requests for a page, of which it keeps each form for the address that was requested last. */
function answerOf({ type, make, needs, lets, namesBase = false, formOf }: Page, config: Config) {
  let made = new Map<string, Ready>();
  let madeFor = '';
  const ready = async (base: string, form: string): Promise<Ready> => {
    if (base !== madeFor) made = new Map();
    madeFor = base;
    const known = made.get(form);
    if (known) return known;
    const bytes = Buffer.from(await make(base, form));
    const one = { bytes, etag: `"${hash('sha256', bytes, 'base64url')}"` };
    if (base === madeFor) made.set(form, one);
    return one;
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const base = namesBase ? baseOf(request, config) : (config.public_url ?? '');
    const { bytes, etag } = await ready(base, (await formOf?.(request)) ?? '');
    void reply.headers({
      ETag: etag,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': needs,
      ...(lets && { 'Cross-Origin-Opener-Policy': lets }),
    });
    const known = request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag);
    return known ? reply.status(304).send() : reply.type(type).send(bytes);
  };
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const SVG = 'image/svg+xml';
const CSS = 'text/css; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** A file of a package. */
function asset(name: string, type: string): Page {
  return { type, needs: NOTHING, make: () => readFileSync(installed(name)) };
}

/** Where a file of a package lies: in the folder of this package, or beside it where it is installed itself. */
function installed(name: string): string {
  const folders = createRequire(join(HOME, 'package.json')).resolve.paths(name)!;
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (!found) throw new Error(`${name} is not installed.`);
  return found;
}

const LANDING_NEEDS =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** Pages that open a window at the identity provider, which comes back to the second one. */
const LETS_SIGN_IN = 'same-origin-allow-popups';
const REDIRECT_PAGES: Record<string, Page> = {
  '/docs/oauth2-redirect.html': {
    ...asset('swagger-ui-dist/oauth2-redirect.html', HTML),
    needs: REDIRECT_NEEDS,
    lets: 'unsafe-none',
  },
  '/docs/oauth2-redirect.js': asset('swagger-ui-dist/oauth2-redirect.js', JAVASCRIPT),
};
