import { codes } from '../../common/errors/codes';

/** The codes of refusals of Track & Trace. */
export const DCSA = codes('dcsa', {
  no_subscriptions: 'There are no subscriptions to Track & Trace: webhooks tell of events as they happen.',
});
