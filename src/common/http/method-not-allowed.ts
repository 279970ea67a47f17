import type { FastifyInstance, HTTPMethods, RawRequestDefaultExpression, RouteOptions } from 'fastify';
import findMyWay from 'find-my-way';
import { COMMON, type Code } from '../errors/codes';

/** A method that Fastify routes and no path has. */
const NOBODYS = 'TRACE';

/** The methods that Fastify routes; of QUERY, which no path has, it would require a content type. */
const ROUTED = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', NOBODYS]);

/** The paths of the service and their methods, because Fastify answers a wrong method on a known path with 404. */
export class KnownPaths {
  private readonly methods = new Map<string, Set<HTTPMethods>>();
  // Fastify says which parameter is too long
  private readonly router = findMyWay({ maxParamLength: Infinity });

  /** Collects the routes of an instance as they are declared. */
  collect(instance: FastifyInstance): void {
    instance.addHook('onRoute', ({ url, method }: RouteOptions) => {
      if (!url.startsWith('/') || url.includes('*')) return;
      const known = this.methods.get(url) ?? new Set();
      if (!known.size) this.router.on('GET', url, () => undefined, known);
      for (const each of [method].flat()) known.add(each);
      this.methods.set(url, known);
    });
  }

  /**
   * Routes a method that its path does not have as one that no path has, because a route for each on each path costs memory and
   * time of the start (decision 876). OPTIONS stays what it is, because browsers ask by it before they call.
   * @param url the path as it is routed, with its query
   */
  route(request: Asked, url: string): void {
    const { method = '' } = request;
    const known = this.router.find('GET', url)?.store as ReadonlySet<string> | undefined;
    if (method === 'OPTIONS' || (known ?? ROUTED).has(method)) return;
    request.askedMethod = method;
    request.method = NOBODYS;
  }

  /** Declares what answers 405 with `Allow` for the methods that a path does not have. Call it behind the last route. */
  refuseOthers(instance: FastifyInstance): void {
    for (const [url, known] of [...this.methods]) {
      const allow = [...known].sort().join(', ');
      instance.route({
        method: (['OPTIONS', NOBODYS] as const).filter((method) => !known.has(method)),
        url,
        // Answered at once, before the body is read or its type is checked.
        onRequest: (request, reply) =>
          void reply
            .status(405)
            .header('Allow', allow)
            .send(methodNotAllowed(askedMethod(request.raw), allow)),
        handler: () => undefined,
      });
    }
  }
}

/** The failure for a wrong method on a known path. */
export function methodNotAllowed(method: string, allow: string): { error: string; code: Code } {
  return { error: `${method} is not possible here; possible: ${allow}.`, code: COMMON.method_not_allowed };
}

type Asked = RawRequestDefaultExpression & { askedMethod?: string };

/** The method as the client sent it. */
export function askedMethod({ askedMethod, method }: Asked): string {
  return askedMethod ?? method!;
}
