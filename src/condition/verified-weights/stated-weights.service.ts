import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerStayShow } from '../../cargo/stays/container-stay.view';
import type { VerifiedWeight, WeighedStay } from '../../cargo/verified-weights/verified-weight.rules';
import { VerifiedWeights } from '../../cargo/verified-weights/verified-weights.service';
import { Db } from '../../common/database/db';
import { Invalid, NotFound } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Numeric } from '../../common/schema/columns';
import { refusalToState } from './stated-weights.rules';
import type { PutVerifiedWeight } from './verified-weight.dto';

/** The verified gross masses that people state of single containers. */
@Injectable()
export class StatedWeights {
  constructor(
    private readonly db: Db,
    private readonly weights: VerifiedWeights,
  ) {}

  /**
   * States the weight of a container in its open stay.
   * @throws NotFound without one; Invalid; Refused as `refusalToState` says
   */
  async put(idOrNumber: string, input: PutVerifiedWeight): Promise<Json> {
    if (input.vgm <= 0) throw new Invalid({ vgm: ['must be more than 0'] });
    const vgm_source = input.vgm_source ?? 'request';
    if (vgm_source === 'weighbridge' && input.vgm_method !== 'weighing')
      throw new Invalid({ vgm_method: ['must be `weighing` of a weighbridge'] });
    const { stay, now } = await this.load(idOrNumber);
    return this.write(stay, now, {
      vgm: String(input.vgm) as Numeric,
      vgm_method: input.vgm_method,
      vgm_responsible: input.vgm_responsible,
      vgm_at: input.vgm_at ? new Date(input.vgm_at) : now,
      vgm_reference: input.vgm_reference ?? null,
      vgm_source,
    });
  }

  /**
   * Takes the weight of a container away in its open stay.
   * @throws NotFound without a stay or a weight; Refused as `refusalToState` says
   */
  async remove(idOrNumber: string, reason: string): Promise<Json> {
    const { stay, now } = await this.load(idOrNumber);
    if (!stay.weight) throw new NotFound('Verified gross mass');
    return this.write(stay, now, null, reason);
  }

  private async write(
    stay: WeighedStay,
    now: Date,
    weight: VerifiedWeight | null,
    reason?: string,
  ): Promise<Json> {
    const failure = refusalToState(stay, weight, this.db.actor, now);
    if (failure) throw failure;
    await this.weights.write([{ stay, weight }], reason);
    return this.db.show(ContainerStayShow, stay.stay_id, 'Container stay');
  }

  /** Locks the container and its open stay. A party finds those that it owns. Throws NotFound. */
  private async load(idOrNumber: string): Promise<{ stay: WeighedStay; now: Date }> {
    const number = normalizeContainerNumber(idOrNumber);
    const container = await this.db.findByIdOrKey(Container, 'number', number);
    if (!container || !(await this.isOwner(container.stay_id))) throw new NotFound('Container', idOrNumber);
    const stay = (await this.weights.load([container.id])).get(container.id);
    if (!stay) throw new NotFound('Container stay', container.number);
    return { stay, now: await this.db.now() };
  }

  /** Whether the actor is an owner of the stay, or not limited to parties. A haulier that carries a container is none. */
  private async isOwner(stay_id: number | null): Promise<boolean> {
    const { limited, parties, organization_id } = this.db.actor;
    if (!limited) return true;
    const found = await this.db.query(sql`
      SELECT FROM stay_parties p WHERE p.organization_id = ${organization_id} AND p.stay_id = ${stay_id}
        AND p.party_id = ANY(${parties.map(({ id }) => id)}::bigint[]) AND p.level = 'owner' LIMIT 1`);
    return found.length > 0;
  }
}
