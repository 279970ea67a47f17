import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { TokensService } from '../../common/auth/tokens.service';
import { User } from '../../common/auth/user.kind';
import type { Config } from '../../common/config/config';
import { Background } from '../../common/database/write/background';
import { Db } from '../../common/database/db';
import type { Organization } from '../../common/tenancy/organization.entity';
import { USER } from '../demo';
import { demoFinder } from '../only-demo';
import { FIGURES_PAGE, FIGURES_SCRIPT, FIGURES_STYLE } from './figures';
import { PAGE, SCRIPT, STYLE } from './page';
import { COMMON } from '../../common/errors/codes';

/** Allows only a page's own script and requests to this service. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The lifetime of the page's read token for the demonstration, in milliseconds. */
const TOKEN_MS = 24 * 3_600_000;

/**
 * Serves the live gate page at `/demo/gate`, and the page of figures at `/demo/figures`, when the demonstration is the only organization, or DEMO_PAGES is set.
 * Outside of production anybody sees the demonstration; other organizations need one of their tokens.
 */
export function serveGatePage(app: INestApplication, instance: FastifyInstance, config: Config): void {
  const db = app.get(Db);
  const findDemo = demoFinder(db.dataSource);
  const demo = async () => (config.production ? undefined : findDemo());
  let kept: { token: Promise<string | undefined>; until: number } | undefined;

  const page = (path: string, type: string, text: string) =>
    instance.get(path, async (_request, reply: FastifyReply) => {
      if (!config.demo_pages && !(await demo())) return nothing(reply);
      return reply.headers({ 'Content-Security-Policy': POLICY }).type(type).send(text);
    });
  page('/demo/gate', 'text/html; charset=utf-8', PAGE);
  page('/demo/gate.css', 'text/css; charset=utf-8', STYLE);
  page('/demo/gate.js', 'text/javascript; charset=utf-8', SCRIPT);
  page('/demo/figures', 'text/html; charset=utf-8', FIGURES_PAGE);
  page('/demo/figures.css', 'text/css; charset=utf-8', FIGURES_STYLE);
  page('/demo/figures.js', 'text/javascript; charset=utf-8', FIGURES_SCRIPT);

  // All viewers of the demonstration share one token with the role `read`.
  instance.get('/demo/gate/token', async (_request, reply: FastifyReply) => {
    const organization = await demo();
    if (!organization) return nothing(reply);
    if (!kept || kept.until < Date.now()) {
      const until = Date.now() + TOKEN_MS;
      kept = { token: newToken(organization, new Date(until + 3_600_000)), until };
    }
    let token: string | undefined;
    try {
      token = await kept.token;
    } finally {
      if (!token) kept = undefined;
    }
    if (!token) return nothing(reply);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ token }));
  });

  function newToken(organization: Organization, expires_at: Date): Promise<string | undefined> {
    return app.get(Background).inOrganization(organization.id, 'the gate page', async () => {
      const user = await db.find(User, { email: USER });
      if (!user) return undefined;
      return (await app.get(TokensService).create(user.id, { role: 'read', expires_at })).token;
    });
  }
}

function nothing(reply: FastifyReply) {
  return reply
    .status(404)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: 'There is nothing at this path.', code: COMMON.no_such_path }));
}
