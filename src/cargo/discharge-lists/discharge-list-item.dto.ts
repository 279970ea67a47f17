import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { cellInput } from '../cell';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../containers/container-words';
import { dangerousInput, type DangerousGoodsFields } from '../dangerous-goods';

/** What an item says itself. */
class DischargeListItemColumns {
  @In.oneOf(CONTAINER_STATUSES, { description: 'Whether it comes full or empty' }) container_status?:
    string | null;
  @In.text({ description: 'As the line states it; the bill itself comes with the manifest' })
  bill_of_lading_number?: string | null;
  @In.text({ description: 'The UN/LOCODE of a port', example: 'BEANR' }) port_of_loading?: string | null;
  @In.text({ description: 'The UN/LOCODE of a port', example: 'NLRTM' }) port_of_discharge?: string | null;
  @cellInput() cell?: string | null;
  @dangerousInput() dangerous?: DangerousGoodsFields[] | null;
}

/** The container of an item, and what is said of the stay that the item announces. */
export class DischargeListItemFields extends DischargeListItemColumns {
  @In.text({
    identifier: 'ascii',
    description: 'The number of the container; one that is new becomes a container, of its type and line',
    example: 'WHAU4142033',
  })
  container?: string | null;
  @In.id({ description: 'The id, instead of container; one of the two is required' }) container_id?:
    number | null;
  @In.text({ description: 'The code of the type; a container that is known keeps the one that it has' })
  container_type?: string | null;
  @In.text({ description: 'The code of the line of the container; that of the list unless given' })
  shipping_line?: string | null;
  @In.oneOf(CONTAINER_USAGES, { description: 'Import unless given' }) usage?: string | null;
  @In.text() goods?: string | null;
  @In.number({ min: 0, description: "In the organization's weight unit" }) weight?: number | null;
  @In.texts() seals?: string[] | null;
  @In.bool() operating_reefer?: boolean | null;
  @In.number() reefer_set_point_temperature?: number | null;
}

/** An item in a file. What its stay says stands in the files of containers and stays. */
export class DischargeListItemLine extends DischargeListItemColumns {
  @In.text({ required: true, description: 'The name of the list' }) discharge_list: string;
  @In.text({ required: true, description: 'The number of the container' }) container: string;
  @In.int({ min: 1 }) stay?: number | null;
  @In.time() discharged_at?: string | null;
  @In.bool() over?: boolean;
  @In.bool() from_bayplan?: boolean;
}

export class DischargeListItemQuery extends PageQuery {
  @In.text({ description: 'The whole number of a container, or its id' }) container_number?: string | null;
}
