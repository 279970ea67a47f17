import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, Observable } from 'rxjs';

/** A part of what surrounds every handler. */
export interface Surrounding {
  /** Answers a request by way of `next`, which is the handler or what surrounds it more closely. */
  around(request: FastifyRequest, reply: FastifyReply, next: () => Promise<unknown>): Promise<unknown>;
}

/**
 * Runs each handler inside of these parts, the first of which is the outermost. They are one interceptor together,
 * since Nest takes longer for each interceptor than all of the parts do.
 */
export class Surroundings implements NestInterceptor {
  constructor(private readonly parts: Surrounding[]) {}

  intercept(context: ExecutionContext, handler: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const handle = () => lastValueFrom<unknown, undefined>(handler.handle(), { defaultValue: undefined });
    const all = this.parts.reduceRight((next, part) => () => part.around(request, reply, next), handle);
    return from(all());
  }
}
