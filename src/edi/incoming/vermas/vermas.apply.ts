import { Injectable } from '@nestjs/common';
import { COMMON } from '../../../common/errors/codes';
import { containersMeant } from '../announced-containers';
import type { Attempt } from '../attempt';
import { intentOf, lineAndFlow, noteHead } from '../documents';
import type { MessageKind } from '../message-kind';
import { MessageWeights, type StatedMass } from '../message-weights.service';
import type { Read } from '../reading/reader';
import { readVermas, type Vermas } from './vermas.message';

/** Applies VERMAS: the verified gross masses of containers (decision 946). */
@Injectable()
export class Vermases implements MessageKind<Vermas> {
  readonly message = 'VERMAS';
  readonly reader = readVermas;

  constructor(private readonly weights: MessageWeights) {}

  async apply(attempt: Attempt, { head, content }: Read<Vermas>): Promise<void> {
    const line = await lineAndFlow(attempt, content?.line ?? head?.line ?? null, false);
    if (head) await noteHead(attempt, head, line ?? null);
    if (!content) return;
    const { containers } = content;
    attempt.head.containers_count = containers.length;
    await containersMeant(attempt, containers, line?.id ?? null);
    const subject = `VERMAS ${attempt.head.document_number ?? `message ${attempt.message.id}`}`;
    const intent = await intentOf(attempt, subject, { replaces: true, addsNew: true });
    if (!intent || attempt.isRefused) return;
    const masses =
      intent === 'cancel' || intent === 'remove'
        ? await this.weights.takeBack(containers)
        : await this.weights.take(attempt, containers, line ?? null);
    for (const mass of masses) note(attempt, mass);
    if (masses.every(({ did }) => did === 'none'))
      attempt.refuse(
        COMMON.unknown_reference,
        'No container of the message is announced or here: apply it again when one is.',
      );
  }
}

/** Notes what became of the mass of a container. */
function note(attempt: Attempt, { equipment: { number, named }, container_id, did }: StatedMass): void {
  if (did === 'none')
    return attempt.warn('not_announced', `container ${number} is neither announced nor here.`, named, number);
  if (did === 'kept')
    attempt.warn(
      'vgm_kept',
      `container ${number} keeps a verified gross mass that is better.`,
      named,
      number,
    );
  attempt.did(did === 'set' ? 'updated' : 'unchanged', 'containers', {
    segment: named.segment,
    type: 'container',
    record_id: container_id,
    key: number,
  });
}
