import { ContainerShow } from '../../cargo/containers/container.view';
import type { ImdgGoodsFields } from '../../cargo/imdg-goods';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { ContainerStayShow } from '../../cargo/stays/container-stay.view';
import { containerStayModel } from '../../cargo/stays/container-stay.write';
import { OPEN } from '../../cargo/stays/stay-words';
import type { Db } from '../../common/database/db';
import { kindEvent, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';

/** Replaces all dangerous goods of a stay, which is locked, and records the update of it and of its container. */
export async function replaceGoods(
  db: Db,
  stay: Columns<ContainerStay>,
  dangerous_goods: ImdgGoodsFields[],
): Promise<void> {
  await recordUpdate(db, 'container_stay.updated', ContainerStayShow, stay.id, () =>
    recordUpdate(db, kindEvent('container', 'updated'), ContainerShow, stay.container_id, () =>
      containerStayModel.update(db, stay, { dangerous_goods }),
    ),
  );
}

/**
 * Takes the dangerous goods of a stay away where its container is empty and was found clean (decision 970). A stay that
 * is over keeps them, because it states what was. The container is locked.
 */
export async function takeGoodsOfClean(db: Db, stay_id: number | null): Promise<void> {
  const stay = stay_id === null ? null : await db.find(ContainerStay, { id: stay_id }, { lock: true });
  if (!stay || !OPEN.includes(stay.status) || stay.container_status !== 'empty') return;
  if ((stay.dangerous_goods as object[]).length) await replaceGoods(db, stay, []);
}
