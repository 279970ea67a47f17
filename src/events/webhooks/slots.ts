import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';

/** The most deliveries of one endpoint that are sent at a time. */
export const OF_ENDPOINT = 5;

/** The most deliveries of a prompt endpoint that are claimed at a time, so that the next are at hand. */
export const CLAIMED_AHEAD = 20;

/** The duration from which a try is slow, in milliseconds. */
export const SLOW_MS = 1_000;

/**
 * The most deliveries that a process sends at a time, and the share of one organization. Failing, slow and never reached
 * endpoints are doubtful: they have a separate share, so that however many they are, they delay no healthy endpoint.
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
