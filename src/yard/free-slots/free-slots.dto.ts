import { CONTAINER_SIZES } from '../../cargo/setup/container-type.kind';
import { oneOfIntegers } from '../../common/setup/kind';
import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';

export class FreeSlotsQuery extends PageQuery {
  @oneOfIntegers(CONTAINER_SIZES, { description: 'The length of the container in feet', example: 40 })
  size?: number | null;
  @In.bool({ description: 'True for slots with plugs only' }) reefer?: boolean | null;
  @In.text({
    description:
      'The id or the number of a container: slots that its dangerous goods keep it out of are left out',
    example: 'WHAU4142033',
  })
  container?: string | null;
  @In.text({ description: 'The id or the name of the area', example: 'Block A' }) area?: string | null;
}
