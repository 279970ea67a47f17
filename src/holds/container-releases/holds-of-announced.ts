import { Injectable } from '@nestjs/common';
import { onStaysAnnounced } from '../../cargo/stays/announced-stays';
import { Db } from '../../common/database/db';
import { among } from '../../common/database/sql/conditions';
import { inSets } from '../../common/database/sql/in-sets';
import { record } from '../../common/recording/record';
import { applyingToFullImports } from '../applied-holds/hold-statements';
import { ContainerHoldItem } from '../container-holds/container-hold.view';
import { KeptReleases } from './kept-releases';

/** Applies hold types to full imports when they are announced (decision 839), and the releases that are kept for these holds. */
@Injectable()
export class HoldsOfAnnounced {
  constructor(
    private readonly db: Db,
    private readonly kept: KeptReleases,
  ) {
    onStaysAnnounced(db.dataSource, (container_ids) => this.apply(container_ids));
  }

  private async apply(container_ids: number[]): Promise<void> {
    for (const some of inSets(container_ids)) {
      const applied = await this.db.run(applyingToFullImports(this.db, some));
      const ids = applied.map(({ id }) => id);
      await record(this.db, 'container_hold.applied', ContainerHoldItem, ids);
      if (applied.some(({ has_releases }) => has_releases))
        await this.kept.apply({ kind: 'container', which: among('h.id', ids) });
    }
  }
}
