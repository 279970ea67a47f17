import { HoldType } from '../../cargo/held/hold-type.kind';
import { STAY, StayLine } from '../../cargo/stays/container-stay.write';
import { Container } from '../../cargo/containers/container.kind';
import { User } from '../../common/auth/user.kind';
import { In } from '../../common/input/in';
import { column, type FieldMap, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import { FreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.entity';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { ContainerRelease, STORED_STATUSES } from './container-release.entity';

/** A release in a file. A request never states one: lines release by message. */
class ContainerReleaseLine extends StayLine {
  @In.text({ required: true }) shipping_line: string;
  @In.text({ required: true }) document_number: string;
  @In.text() container_number?: string | null;
  @In.text() bill_of_lading_number?: string | null;
  @In.text({ required: true }) hold_type: string;
  @In.text() reference?: string | null;
  @In.time() valid_from?: string | null;
  @In.time() valid_until?: string | null;
  @In.text() freight_forwarder?: string | null;
  @In.text() trucking_company?: string | null;
  @In.text() party_name?: string | null;
  @In.oneOf(STORED_STATUSES, { required: true }) status: string;
  @In.time() applied_at?: string | null;
  @In.time() cancelled_at?: string | null;
  @In.note() cancel_reason?: string | null;
  @In.text() cancelled_by?: string | null;
  @In.time() due_at?: string | null;
}

/** The stay of the container that the line names; the container need not be known. */
const stay: FieldMap = {
  columns: ['stay_id'],
  kinds: [STAY.kind],
  value: () => STAY.name('t.stay_id'),
  put: (row, number) => {
    const { container_number } = row.values;
    if (typeof number !== 'number' || !container_number) return row.set('stay_id', null);
    const key = lookupOf(Container, 'number').keyOf(container_number);
    row.want('stay', STAY, [key, number], (id) => row.set('stay_id', id));
  },
};

/** Releases as exports have them. */
export const containerReleaseModel = new WriteModel({
  entity: ContainerRelease,
  input: [ContainerReleaseLine],
  key: ['shipping_line', 'document_number', 'container_number', 'bill_of_lading_number'],
  several: true,
  maps: {
    hold_type: reference('hold_type', lookupOf(HoldType, 'name')),
    shipping_line: reference('shipping_line', lookupOf(ShippingLine, 'code')),
    freight_forwarder: reference('freight_forwarder', lookupOf(FreightForwarder, 'name')),
    trucking_company: reference('trucking_company', lookupOf(TruckingCompany, 'code')),
    stay,
    cancelled_by: reference('cancelled_by', lookupOf(User, 'email')),
    due_at: column('due_at'),
  },
});
