import { allPublished, Follower } from '../setup/events';
import type { Answer, Client } from '../setup/client';
import type { Service } from '../setup/service';
import { aBill, keyOf } from './cargo';
import { aContainerInYard } from './gate';
import { stayParties } from './interests';
import { aConsignee, aFreightForwarder, aShippingLine, aTruck, aTruckingCompany, limitedTo } from './parties';
import type { Body } from './record';

/** A container on the bill of `OWNER`, and one that is on none. Both are full imports of `LINE`, in the yard. */
export const NUMBER = 'WHAU4142033';
export const OTHER = 'WHAU4119542';

export const haulier = (key: string) => ({ type: 'trucking_company' as const, key });
export const OWNER = { type: 'consignee' as const, key: 'Lowland Fresh' };
export const FORWARDER = { type: 'freight_forwarder' as const, key: 'Delta Forwarding' };
export const LINE = { type: 'shipping_line' as const, key: 'WHA' };
/** Two hauliers, which have the trucks `EST-1` and `FRG-1`. */
export const [EST, FRG] = [haulier('EST'), haulier('FRG')];

export const codeOf = ({ status, body }: Answer) => [status, body.code, body.error];

/** An organization with two containers, and parties that nominate each other. */
export class NominationWorld {
  private constructor(
    readonly client: Client,
    /** A token of the consignee. */
    readonly owner: Client,
    readonly bill: Body,
  ) {}

  static async of(service: Service): Promise<NominationWorld> {
    const client = await service.organization();
    await aConsignee(client, { name: OWNER.key });
    await aConsignee(client, { name: 'Highland Dry' });
    await aFreightForwarder(client, { name: FORWARDER.key });
    await aShippingLine(client, { code: LINE.key });
    await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
    await aTruckingCompany(client, { code: 'FRG', name: 'Other Haulage' });
    await aTruck(client, { license_plate: 'EST-1', trucking_company: 'EST' });
    await aTruck(client, { license_plate: 'FRG-1', trucking_company: 'FRG' });
    const bill = await aBill(client, 'M-1', {}, { consignee: OWNER.key });
    for (const number of [NUMBER, OTHER])
      await aContainerInYard(client, {
        number,
        container_status: 'full',
        usage: 'import',
        shipping_line: LINE.key,
        bill_of_ladings: number === NUMBER ? [keyOf(bill)] : [],
      });
    return new NominationWorld(client, await limitedTo(client, OWNER), bill);
  }

  /** A nomination, for the container of the bill unless something else is stated. */
  async nominated(by: Client, body: object): Promise<Body> {
    const named = 'bill_of_lading' in body || 'booking' in body ? {} : { container: NUMBER };
    const answer = await by.post('/nominations', { ...named, ...body });
    expect(codeOf(answer)).toEqual([201, undefined, undefined]);
    return answer.body.nomination;
  }

  passedOn(body: object): Promise<Body> {
    return this.nominated(this.client, body);
  }

  async statusOf({ number }: Body): Promise<string> {
    return (await this.client.get(`/nominations/${number}`)).body.nomination.status;
  }

  revoke(by: Client, { number }: Body): Promise<Answer> {
    return by.post(`/nominations/${number}/revoke`, { reason: 'Another comes' });
  }

  /** The numbers of the nominations that events of a type tell to somebody. */
  async told(type: string, by = this.client): Promise<string[]> {
    await allPublished(this.client);
    const events: Body[] = await new Follower(by, `types[]=nomination.${type}`).read();
    return events.map(({ data }) => data.number as string);
  }

  /** Who has an interest in a stay of a container because of a nomination. */
  async interests(number = NUMBER): Promise<string[]> {
    return (await stayParties(this.client)).filter(
      (line) => line.startsWith(number) && line.includes('nominated'),
    );
  }
}
