import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { STORED_STATUSES } from './container-release.entity';

export class ContainerReleaseQuery extends PageQuery {
  @In.oneOf(STORED_STATUSES, {
    description: 'How far they have come, as it is stored: one whose time or stay is over is among those',
  })
  status?: string | null;
  @In.text({ description: 'The whole number of the container', example: 'WHAU4142033' })
  container_number?: string | null;
  @In.text({ description: 'The whole number of the bill of lading that is named', example: 'WHA26110041' })
  bill_of_lading_number?: string | null;
  @In.text({ description: 'The number of the document that releases', example: 'REL-2026-118' })
  document_number?: string | null;
}
