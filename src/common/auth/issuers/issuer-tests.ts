import { Injectable } from '@nestjs/common';
import { AtOnce } from '../../at-once';
import { COMMON } from '../../errors/codes';
import { TooManyAtOnce } from '../../errors/errors';
import { currentScope } from '../../tenancy/scope';

/** The most tests and explanations of a process at a time, and of one organization. */
const MOST = 8;
const MOST_OF_ORGANIZATION = 2;

/** Lets few wait for issuers at a time while somebody tries them. */
@Injectable()
export class IssuerTests {
  private readonly atOnce = new AtOnce(
    MOST,
    MOST_OF_ORGANIZATION,
    () =>
      new TooManyAtOnce(
        COMMON.too_many_issuer_tests,
        'Other identity issuers are being tested: try again in a moment.',
      ),
  );

  /** Does work for the running organization. Throws TooManyAtOnce, and as the work does. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.atOnce.run(currentScope().actor.organization_id, work);
  }
}
