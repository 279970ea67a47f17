import type { Relation } from 'typeorm';
import { BelongsTo, JsonColumn, Row, Text } from '../../common/schema/columns';
import { Port } from '../../places/setup/port.kind';
import { ContainerStay } from '../stays/container-stay.entity';

/** What every item of a list says: from where to where its cargo goes, where on board, and what is dangerous in it. */
export abstract class VoyageListItem extends Row {
  /** The stay of the container that the discharge begins, or the loading ends. */
  @BelongsTo(() => ContainerStay) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @BelongsTo(() => Port) port_of_loading: Relation<Port> | null;
  port_of_loading_id: number | null;
  @BelongsTo(() => Port) port_of_discharge: Relation<Port> | null;
  port_of_discharge_id: number | null;
  /** The place on board that is planned for it. */
  @Text() cell: string | null;
  @JsonColumn({ required: true, default: [] }) dangerous: object;
}
