import { In } from '../../common/input/in';
import { Force } from '../visits/force';

export class CreateTruckVisit extends Force {
  @In.text({
    description: 'The license plate; required unless a pre-advice or appointment names the truck',
    example: 'WH-472-B',
  })
  truck?: string | null;
  @In.text({ required: true, description: 'The name or client identifier of the gate', example: 'In 1' })
  gate: string;
  @In.text({
    description: 'The name or client identifier of the gate it is to leave by',
    example: 'Out 1',
  })
  out_gate?: string | null;
  @In.note() comment?: string | null;
  @In.id({ description: 'Who drives, by id, instead of a number or a license' }) truck_driver_id?:
    number | null;
  @In.text({
    description: "The driver's number; ignored when truck_driver_id is given",
    example: 'D-101',
  })
  truck_driver_number?: string | null;
  @In.text({
    description: "The driver's license number; ignored when the id or the number is given",
    example: 'DL-5520147',
  })
  truck_driver_license?: string | null;
  @In.text({
    description:
      'Makes the visit and its interchanges from this pre-advice; all others but gate, ' +
      'interchanges_completed_at and force are then ignored, save for truck and driver where it names no truck',
    example: 'PA-1002',
  })
  pre_advice_number?: string | null;
  @In.id({ description: 'The id of an appointment, to the same effect' }) appointment_id?: number | null;
  @In.text({
    description: 'The number of an appointment, to the same effect; ignored when appointment_id is given',
    example: 'AP-2001',
  })
  appointment_number?: string | null;
  @In.time({ description: 'When the interchanges were completed; they are open when left out' })
  interchanges_completed_at?: string | null;
}
