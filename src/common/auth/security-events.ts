import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/** The refusals that concern security. */
type SecurityEvent =
  | 'token_missing'
  | 'token_unknown'
  | 'address_braked'
  | 'role_refused'
  // of tokens of identity providers
  | 'jwt_taken'
  | 'jwt_refused'
  | 'jwt_no_user'
  | 'jwt_no_grant'
  | 'jwt_no_party'
  | 'jwt_issuer_away';

/** Counts refusals of authentication and of rights, for the metrics. */
@Injectable()
export class SecurityEvents {
  readonly counter = new Counter({
    name: 'security_events_total',
    help: 'Requests refused for who asked: no token, an unknown one, an address that sent too many, a small role; and tokens of identity providers by result',
    labelNames: ['event'] as const,
    registers: [],
  });

  count(event: SecurityEvent): void {
    this.counter.inc({ event });
  }
}
