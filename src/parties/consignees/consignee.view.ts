import { OpenTo } from '../../common/party-wall/open-to';
import { view } from '../../common/view/view';
import { Consignee } from './consignee.entity';

const Out = view(Consignee);

@OpenTo.parties({
  fields: [
    'id',
    'name',
    'address',
    'contact_person',
    'phone',
    'email',
    'customs_code',
    'vat_number',
    'billing_contact_name',
    'billing_contact_email',
  ],
})
export class ConsigneeShow {
  @Out.id() id: number;
  @Out.text({ example: 'Kestrel & Vane Coffee' }) name: string;
  @Out.text({ example: 'Branderijstraat 8, Middelburg, Netherlands' }) address: string | null;
  @Out.text({ example: 'Nora Kestrel' }) contact_person: string | null;
  @Out.text({ example: '+31 118 000 208' }) phone: string | null;
  @Out.text({ example: 'imports@kestrelvane.example' }) email: string | null;
  @Out.text({ description: 'The number that customs know it by', example: 'NL000000208' })
  customs_code: string | null;
  @Out.text({ example: 'NL000000208B01' }) vat_number: string | null;
  @Out.text({ description: 'The number of this customer in the general ledger', example: 'GL-13001' })
  general_ledger_id: string | null;
  @Out.text({ description: 'Who invoices are sent to', example: 'Wout Vane' })
  billing_contact_name: string | null;
  @Out.text({ example: 'invoices@kestrelvane.example' }) billing_contact_email: string | null;
}
