import { PARTY, PARTY_KINDS } from '../../common/party-wall/party-reference';
import { MOST_PARTIES } from '../../common/party-wall/party.entity';
import { COMMON } from '../../common/errors/codes';
import type { FieldMap } from '../../common/write/field-map';
import { column } from '../../common/write/field-map';
import { links } from '../../common/write/links';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { CreateWebhookEndpoint } from './webhook.dto';
import { WebhookEndpointParty } from './webhook-endpoint-party.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** Files do not state whether an endpoint is active: an imported one has no secret, and is inactive until it has one. */
const notSaid: FieldMap = { ...column('active'), value: undefined, put: () => undefined };

/** An endpoint in a file: without its secret. Several may have one URL with different types. */
export const webhookEndpointModel = new WriteModel({
  entity: WebhookEndpoint,
  input: [CreateWebhookEndpoint],
  key: ['url'],
  several: true,
  compares: true,
  maps: {
    active: notSaid,
    parties: {
      ...links('parties', PARTY, {
        table: 'webhook_endpoint_parties',
        from: 'webhook_endpoint_id',
        to: 'party_id',
        what: 'Party',
        items: true,
      }),
      kinds: PARTY_KINDS,
    },
  },
  checks: [limitByParties],
});

/** An endpoint with parties is limited to them, whatever its line says, also with those that it has and its line does not name. */
async function limitByParties(rows: RowOf<WebhookEndpoint>[], { db }: WriteRun): Promise<void> {
  const keeping = rows.flatMap(({ before, parts }) => (before && !parts.parties ? before.id : []));
  const kept = keeping.length ? await db.findAll(WebhookEndpointParty, { webhook_endpoint_id: keeping }) : [];
  const having = new Set(kept.map(({ webhook_endpoint_id }) => webhook_endpoint_id));
  for (const row of rows) {
    const count = (row.parts.parties as number[] | undefined)?.length ?? 0;
    if (count || (row.before && having.has(row.before.id))) row.columns.limited = true;
    if (count > MOST_PARTIES)
      row.refuse('parties', {
        code: COMMON.too_many,
        sentence: `A webhook endpoint has at most ${MOST_PARTIES} parties.`,
      });
  }
}
