import { ApiProperty } from '@nestjs/swagger';
import { PartyShow } from '../../common/party-wall/party-reference';
import { In } from '../../common/input/in';
import { searchParameter } from '../../common/pagination/page-query';

/** The kinds of parties that may be listed. */
const LISTED_TYPES = ['trucking_company', 'freight_forwarder'] as const;

/** The parties that were found. */
export class PartyDirectory {
  @ApiProperty({ type: () => PartyShow, isArray: true, maxItems: 20 }) party_directory: PartyShow[];
}

export class PartyDirectoryQuery {
  @In.oneOf(LISTED_TYPES, { description: 'Only parties of this kind' }) type?: string | null;
  @searchParameter(['key', 'name']) q?: string | null;
}
