import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { PartyRefusals } from './common/party-wall/party-refusals';
import { Answers } from './common/http/answers';
import { Preconditions } from './common/http/preconditions';
import { RequestScope } from './common/http/request-scope';
import { reportUnknownParameters } from './common/http/unknown-parameters';
import { Repetitions } from './common/idempotency/repetitions';

/**
 * What happens around each handler, the outermost first; what stands in the scope runs in its transaction. It is one
 * interceptor, because Nest makes promises, observables and an async resource for each.
 */
@Injectable()
export class AroundHandler implements NestInterceptor {
  constructor(
    private readonly parties: PartyRefusals,
    private readonly scope: RequestScope,
    private readonly preconditions: Preconditions,
    private readonly repetitions: Repetitions,
    private readonly answers: Answers,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    reportUnknownParameters(request, reply);
    const answer = await this.parties.around(request, () =>
      this.scope.around(request, reply, () =>
        this.preconditions.around(request, () =>
          this.repetitions.around(request, reply, () =>
            this.answers.around(request, reply, () => lastValueFrom<unknown>(next.handle())),
          ),
        ),
      ),
    );
    return of(answer);
  }
}
