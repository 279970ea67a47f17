import { In } from '../../common/input/in';

export class UpdateTruckVisit {
  @In.id({ description: 'The id of the driver, who may be named in several ways; null for none' })
  truck_driver_id?: number | null;
  @In.text({ description: "The driver's number", example: 'D-101' })
  truck_driver_number?: string | null;
  @In.text({ description: "The driver's license number", example: 'DL-5520147' })
  truck_driver_license?: string | null;
  @In.note({ example: 'Came without papers' }) comment?: string | null;
  @In.text({
    description: 'The name or client identifier of the gate it is to leave by; not of a visit that is over',
    example: 'Out 1',
  })
  out_gate?: string | null;
  @In.id({
    description:
      'The signature of the driver: a picture (POST /files), which the receipts state; another driver without one has not signed',
  })
  signature_file_id?: number | null;
}
