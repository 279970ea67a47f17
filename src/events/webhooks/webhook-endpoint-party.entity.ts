import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Party } from '../../common/party-wall/party.entity';
import { BelongsTo, LooseRow } from '../../common/schema/columns';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** A party whose events an endpoint is sent. */
@Entity('webhook_endpoint_parties')
@Unique('uq_webhook_endpoint_parties', ['organization_id', 'webhook_endpoint_id', 'party_id'])
export class WebhookEndpointParty extends LooseRow {
  @BelongsTo(() => WebhookEndpoint, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_webhook_endpoint_parties',
  })
  webhook_endpoint: Relation<WebhookEndpoint>;
  webhook_endpoint_id: number;
  @BelongsTo(() => Party, { required: true, onDelete: 'CASCADE' }) party: Relation<Party>;
  party_id: number;
}
