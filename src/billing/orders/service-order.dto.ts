import { In } from '../../common/input/in';
import { QUANTITY } from './service-order.kind';

export class CompleteServiceOrder {
  @In.number({ ...QUANTITY, description: "How much was done; the order's own unless given" }) quantity?:
    number | null;
  @In.time({ description: 'When it was done; now unless given' }) done_at?: string | null;
}

export class CancelServiceOrder {
  @In.note({ required: true, description: 'Why', example: 'The container was weighed elsewhere' })
  reason: string;
}
