import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

/** The EDI partner that a token is bound to. */
export class EdiPartnerOfToken {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'Westhaven Message Hub' }) name: string;
}

/** Finds the partner that a token is bound to. The domain of partners says how. */
@Injectable()
export class BoundPartner {
  find: (id: number) => Promise<EdiPartnerOfToken> = () =>
    Promise.reject(new Error('Nobody knows partners.'));
}
