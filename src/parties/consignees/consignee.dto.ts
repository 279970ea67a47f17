import { PartialType } from '@nestjs/swagger';
import { In } from '../../common/input/in';
import { PageQuery, searchParameter } from '../../common/pagination/page-query';

export class CreateConsignee {
  @In.name({ required: true, example: 'Kestrel & Vane Coffee' }) name: string;
  @In.note({ example: 'Branderijstraat 8, Middelburg, Netherlands' }) address?: string | null;
  @In.text({ example: 'Nora Kestrel' }) contact_person?: string | null;
  @In.text({ example: '+31 118 000 208' }) phone?: string | null;
  @In.text({ identifier: 'email', example: 'imports@kestrelvane.example' }) email?: string | null;
  @In.text({
    identifier: 'visible',
    description: 'The number that customs know it by',
    example: 'NL000000208',
  })
  customs_code?: string | null;
  @In.text({ identifier: 'visible', example: 'NL000000208B01' }) vat_number?: string | null;
  @In.text({
    identifier: 'visible',
    description: 'The number of this customer in the general ledger',
    example: 'GL-13001',
  })
  general_ledger_id?: string | null;
  @In.text({ description: 'Who invoices are sent to', example: 'Wout Vane' })
  billing_contact_name?: string | null;
  @In.text({ identifier: 'email', example: 'invoices@kestrelvane.example' }) billing_contact_email?:
    string | null;
}

export class UpdateConsignee extends PartialType(CreateConsignee) {}

export class ConsigneeQuery extends PageQuery {
  @searchParameter(['name']) q?: string;
  @In.text({ description: 'Part of the name, in any case' }) name?: string;
  @In.text({ description: 'The whole general ledger id' }) general_ledger_id?: string;
}
