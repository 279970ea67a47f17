import { PartialType } from '@nestjs/swagger';
import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';

export class CreateFreightForwarder {
  @In.name({ required: true, example: 'Lindqvist Forwarding' }) name: string;
  @In.text({ identifier: 'email' }) email?: string | null;
  @In.note() address?: string | null;
  @In.text({ identifier: 'visible' }) vat_number?: string | null;
  @In.text({ identifier: 'visible', description: 'The number of this customer in the general ledger' })
  general_ledger_id?: string | null;
  @In.text() contact_person?: string | null;
  @In.text() phone?: string | null;
  @In.bool({ description: 'Whether others find it in the directory of parties, to name it' })
  listed?: boolean;
}

export class UpdateFreightForwarder extends PartialType(CreateFreightForwarder) {
  @In.bool({ description: 'true makes a deleted freight forwarder active again' })
  active?: boolean;
}

export class FreightForwarderQuery extends PageQuery {
  @In.text({ description: 'Part of the name, in any case' }) name?: string;
  @In.text({ description: 'The whole general ledger id' }) general_ledger_id?: string;
  @In.bool({ description: 'true for those without a general ledger id only' })
  missing_general_ledger_id?: boolean;
  @In.bool({ description: 'true for active, false for deleted ones; both unless given' }) active?: boolean;
}
