import { OpenTo } from '../../common/party-wall/open-to';
import { view } from '../../common/view/view';
import { FreightForwarder } from './freight-forwarder.entity';

const Out = view(FreightForwarder);

@OpenTo.parties({
  fields: [
    'id',
    'name',
    'email',
    'address',
    'vat_number',
    'contact_person',
    'phone',
    'active',
    'listed',
    'created_at',
    'updated_at',
  ],
})
export class FreightForwarderShow {
  @Out.id() id: number;
  @Out.text() name: string;
  @Out.text() email: string | null;
  @Out.text() address: string | null;
  @Out.text() vat_number: string | null;
  @Out.text() general_ledger_id: string | null;
  @Out.text() contact_person: string | null;
  @Out.text() phone: string | null;
  @Out.bool({ description: 'Whether it is in use: false once it was deleted, which keeps the record' })
  active: boolean;
  @Out.bool({ description: 'Whether others find it in the directory of parties, to name it' })
  listed: boolean;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
