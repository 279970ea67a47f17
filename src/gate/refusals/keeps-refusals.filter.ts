import { ArgumentsHost, Catch, Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import { Db } from '../../common/database/db';
import { Faults } from '../../common/database/pool/faults';
import { failureOf } from '../../common/errors/database-errors';
import { Languages } from '../../common/languages/language';
import { Failure, NotFound, Refused } from '../../common/errors/errors';
import { ExceptionsFilter } from '../../common/http/exception.filter';
import { baseOf } from '../../common/http/host';
import { AttemptAtGate, GateRefusalsService } from './gate-refusals.service';

/** The time limit for storing a refusal, in milliseconds, because the client waits for it. */
const MOST_MS = 3_000;

/**
 * Stores what a rule refused at gate-in and gate-out, before the usual error answer. It runs after the rollback of the
 * request, so it also stores refusals of requests that lost a race.
 */
@Injectable()
@Catch()
export class KeepsRefusals extends ExceptionsFilter {
  private readonly log = new Logger('Gate');

  constructor(
    faults: Faults,
    languages: Languages,
    private readonly db: Db,
    private readonly refusals: GateRefusalsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(faults, languages);
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const failure = error instanceof Failure ? error : failureOf(error);
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    if (!request.actor || !(failure instanceof Refused || failure instanceof NotFound))
      return super.catch(error, host);
    void this.keep(request, failure)
      .catch((reason: unknown) =>
        this.log.warn(`A refusal of request ${request.id} could not be kept: ${String(reason)}`),
      )
      .then(() => super.catch(error, host));
  }

  private async keep(request: FastifyRequest, failure: Failure): Promise<void> {
    const actor = { ...request.actor!, request_id: request.id, operation: operationOf(request) };
    const deadline = performance.now() + MOST_MS;
    await this.db.transaction(
      actor,
      baseOf(request, this.config),
      () => this.refusals.keep(attemptOf(request), failure),
      deadline,
    );
  }
}

const operationOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url}`;

/** The records that a request named. The body has passed validation, so its fields have their types. */
function attemptOf({ params, body }: FastifyRequest): AttemptAtGate {
  const { truck_license_number: truck } = params as { truck_license_number?: string };
  return truck === undefined
    ? { ...(body as Partial<AttemptAtGate>), action: 'gate_in' }
    : { action: 'gate_out', truck };
}
