import { In } from '../../common/input/in';

export class CancelAppointment {
  @In.note({ required: true, min: 1, pattern: /\S/, must: 'must not be blank', example: 'Truck broke down' })
  reason: string;
}
