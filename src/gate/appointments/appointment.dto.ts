import { In } from '../../common/input/in';

export class CancelAppointment {
  @In.text({ required: true, min: 1, pattern: /\S/, must: 'must not be blank', example: 'Truck broke down' })
  reason: string;
}
