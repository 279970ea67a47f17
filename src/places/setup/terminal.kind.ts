import { Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Port } from './port.kind';

/** A terminal that the organization operates. */
@Kind({
  singular: 'terminal',
  plural: 'terminals',
  key: 'name',
  parties: {
    concern: 'everyone',
    fields: ['name', 'port', 'smdg_code', 'bic_code', 'address'],
    filters: ['name'],
  },
})
@Unique(['organization_id', 'smdg_code'])
@Unique(['organization_id', 'bic_code'])
export class Terminal extends Row {
  @Field.key() name: string;
  @Field.ref(() => Port, 'locode', { description: 'The port that the terminal is in', example: 'NLVLI' })
  port: Relation<Port> | null;
  port_id: number | null;
  @Field.text({
    pattern: /^[A-Z0-9]{1,10}$/,
    must: 'must be up to 10 capitals and digits',
    description: 'The code of the terminal in the list of SMDG',
    example: 'NQ01',
  })
  smdg_code: string | null;
  @Field.text({
    pattern: /^[A-Z0-9]{1,20}$/,
    must: 'must be up to 20 capitals and digits',
    description: 'The code of the facility in the list of BIC',
    example: 'NLVLINQ01',
  })
  bic_code: string | null;
  @Field.note({
    description: 'The postal address, in lines, as receipts state it',
    example: 'Westhavenweg 1\n4455 TA Nieuwdorp',
  })
  address: string | null;
  @Field.text({
    identifier: 'email',
    description: 'Whom mails about its reefers go to: deviating, unread and unplugged ones; null for nobody',
    example: 'reefers@northquay.example',
  })
  reefer_email: string | null;
}
