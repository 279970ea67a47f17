import { OpenTo } from '../../common/view/open-to';
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
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
