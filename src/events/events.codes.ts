import { codes } from '../common/errors/codes';

/** The codes of refusals of events. */
export const EVENTS = codes('events', {
  address_refused: 'Nothing is sent to an address like this.',
  secret_missing: 'The webhook endpoint has no secret: rotate it first.',
  event_pruned: 'The event was pruned: there is nothing to send any more.',
  deliveries_waiting: 'Some of these events await delivery.',
});
