import { Check, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, OneOf, Row } from '../../common/schema/columns';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { FreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.entity';
import { Agent } from '../../parties/setup/agent.kind';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { CUSTOMER_TYPES, CustomerType } from './customers';

/**
 * One row for each company that billing names, whatever its type, so that tariffs, accounts and charges refer to
 * customers by one column. It is made when the company is first named.
 */
@Entity('billing_customers')
@Check(
  'ck_billing_customers_one',
  'num_nonnulls(shipping_line_id, consignee_id, agent_id, freight_forwarder_id, trucking_company_id) = 1',
)
@Unique(['organization_id', 'shipping_line_id'])
@Unique(['organization_id', 'consignee_id'])
@Unique(['organization_id', 'agent_id'])
@Unique(['organization_id', 'freight_forwarder_id'])
@Unique(['organization_id', 'trucking_company_id'])
export class BillingCustomer extends Row {
  @OneOf(CUSTOMER_TYPES, { required: true }) customer_type: CustomerType;
  @BelongsTo(() => ShippingLine, { unindexed: 'uq_billing_customers_shipping_line_id' })
  shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @BelongsTo(() => Consignee, { unindexed: 'uq_billing_customers_consignee_id' })
  consignee: Relation<Consignee> | null;
  consignee_id: number | null;
  @BelongsTo(() => Agent, { unindexed: 'uq_billing_customers_agent_id' }) agent: Relation<Agent> | null;
  agent_id: number | null;
  @BelongsTo(() => FreightForwarder, { unindexed: 'uq_billing_customers_freight_forwarder_id' })
  freight_forwarder: Relation<FreightForwarder> | null;
  freight_forwarder_id: number | null;
  @BelongsTo(() => TruckingCompany, { unindexed: 'uq_billing_customers_trucking_company_id' })
  trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;
}
