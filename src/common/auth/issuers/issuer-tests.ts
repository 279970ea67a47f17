import { Injectable } from '@nestjs/common';
import { COMMON } from '../../errors/codes';
import { TooManyAtOnce } from '../../errors/errors';
import { FairTurns } from '../../fair-turns';

/** Lets few wait for issuers at a time while somebody tries them. */
@Injectable()
export class IssuerTests {
  private readonly turns = new FairTurns({
    most: 8,
    ofOrganization: 2,
    waiting: 0,
    refusal: () =>
      new TooManyAtOnce(
        COMMON.too_many_issuer_tests,
        'Other identity issuers are being tested: try again in a moment.',
      ),
  });

  /** Does work for the running organization. Throws TooManyAtOnce, and as the work does. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.turns.run(work);
  }
}
