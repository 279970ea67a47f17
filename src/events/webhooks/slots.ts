import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';

/** How many deliveries to one endpoint are sent at a time. */
export const OF_ENDPOINT = 5;

/** How many deliveries to an endpoint that answers promptly are claimed at a time, so that the next are there already. */
export const CLAIMED_AHEAD = 20;

/** A try that takes longer is slow, in milliseconds. */
export const SLOW_MS = 1_000;

/**
 * How many deliveries a process sends at a time, and how many of those one organization may have. Endpoints that fail,
 * are slow or were never reached are doubtful: they have a share of their own, so that they delay no endpoint that is
 * well however many they are.
 */
@Injectable()
export class Slots {
  readonly all: number;
  readonly ofOrganization: number;
  readonly doubtful: number;
  readonly doubtfulOfOrganization: number;

  constructor(@Inject(CONFIG) { webhook_slots }: Config) {
    this.all = webhook_slots;
    this.ofOrganization = Math.floor(webhook_slots / 2);
    this.doubtful = Math.floor(webhook_slots / 2);
    this.doubtfulOfOrganization = Math.floor(webhook_slots / 6);
  }
}
