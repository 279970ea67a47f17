import { In } from '../../common/input/in';

export class VehicleDelivery {
  @In.time({ description: 'When; now, or its last movement if that is later, unless given' })
  delivered_at?: string | null;
}

export class BreakbulkDelivery extends VehicleDelivery {
  @In.int({ min: 1, description: 'How many pieces; all that are at the terminal unless given', example: 40 })
  quantity?: number | null;
}
