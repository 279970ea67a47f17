import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { VerifiedWeight } from '../../cargo/verified-weights/verified-weight.rules';
import { VerifiedWeights } from '../../cargo/verified-weights/verified-weights.service';
import { Db } from '../../common/database/db';
import { told } from '../../common/languages/sentence';
import type { Attempt } from './attempt';
import { type Line, zoneOf } from './documents';
import type { Equipment } from './reading/equipment';
import { timeOf } from './reading/moments';

/** A container of which a message states a verified gross mass. */
type Stating = Pick<Equipment, 'number' | 'named' | 'verified'>;

/** What became of a stated mass: `none` where the container has no stay that is not over. */
export interface StatedMass {
  container_id: number | null;
  equipment: Stating;
  did: 'set' | 'unchanged' | 'kept' | 'refused' | 'none';
}

/** Writes the verified gross masses that messages state to the stays of their containers (decision 946). */
@Injectable()
export class MessageWeights {
  constructor(
    private readonly db: Db,
    private readonly weights: VerifiedWeights,
  ) {}

  /**
   * Takes what the containers of a message state, where it is better than what stands. What comes after the cut-off of the
   * voyage, or no container of its type can weigh, is a warning. Without a stated mass it asks nothing.
   */
  async take(attempt: Attempt, containers: Stating[], line: Line | null): Promise<StatedMass[]> {
    const stating = containers.filter(({ number, verified }) => number && isStated(verified.vgm));
    if (!stating.length) return [];
    const ids = await this.idsOf(stating);
    const zone = await zoneOf(attempt, line);
    const now = await this.db.now();
    const known = stating.flatMap((equipment) => {
      const container_id = ids.get(equipment.number!);
      return container_id ? { equipment, container_id } : [];
    });
    const verdicts = await this.weights.declare(
      known.map(({ equipment, container_id }) => ({
        container_id,
        weight: weightOf(equipment, attempt, zone, now),
        field: 'vgm',
      })),
      false,
    );
    const outcomes = new Map(
      known.map(({ equipment, container_id }, at) => [equipment, { container_id, verdict: verdicts[at] }]),
    );
    return stating.map((equipment) => {
      const { container_id = null, verdict } = outcomes.get(equipment) ?? {};
      if (verdict === undefined) return { equipment, container_id, did: 'none' };
      if (typeof verdict === 'string') return { equipment, container_id, did: verdict };
      attempt.warn(verdict.code, told(verdict.sentence), equipment.named, equipment.number);
      return { equipment, container_id, did: 'refused' };
    });
  }

  /**
   * Takes away what a message states that is taken back, where it still stands.
   */
  async takeBack(containers: Stating[]): Promise<StatedMass[]> {
    const ids = await this.idsOf(containers);
    const stays = await this.weights.load([...ids.values()]);
    const gone = containers.map((equipment): StatedMass => {
      const container_id = ids.get(equipment.number ?? '') ?? null;
      const stay = container_id === null ? undefined : stays.get(container_id);
      if (!stay) return { equipment, container_id, did: 'none' };
      const { weight } = stay;
      const stands =
        weight?.vgm_source === 'edi' &&
        (equipment.verified.vgm === null || Number(equipment.verified.vgm) === Number(weight.vgm));
      return { equipment, container_id, did: stands ? 'set' : 'kept' };
    });
    const written = gone.flatMap(({ container_id, did }) =>
      did === 'set' ? { stay: stays.get(container_id!)!, weight: null } : [],
    );
    await this.weights.write(written);
    return gone;
  }

  private async idsOf(containers: Stating[]): Promise<Map<string, number>> {
    const numbers = containers.flatMap(({ number }) => number ?? []);
    const found = await this.db.query<{ id: number; number: string }>(sql`
      SELECT id, number FROM containers
      WHERE organization_id = ${this.db.actor.organization_id} AND number = ANY(${numbers}::text[])`);
    return new Map(found.map(({ id, number }) => [number, id]));
  }
}

/** A mass of 0 is that of who has none to state. */
const isStated = (vgm: string | null): boolean => vgm !== null && Number(vgm) > 0;

/** The mass as it is stated; without a time of its own it is of the date of the message, and none is ahead. */
function weightOf({ verified }: Stating, { head }: Attempt, zone: string, now: Date): VerifiedWeight {
  const stated = verified.at ? new Date(timeOf(verified.at, zone)) : (head.document_date ?? now);
  return {
    vgm: verified.vgm!,
    vgm_method: verified.method,
    vgm_responsible: verified.responsible,
    vgm_at: stated > now ? now : stated,
    vgm_reference: verified.reference,
    vgm_source: 'edi',
  };
}
