import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';

export class FreeSlotsQuery extends PageQuery {
  @In.int({ min: 1, description: 'The length of the container in feet', example: 40 }) size?: number | null;
  @In.bool({ description: 'True for slots with plugs only' }) reefer?: boolean | null;
  @In.text({ description: 'The id or the name of the area', example: 'Block A' }) area?: string | null;
}
