import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { LOCATION_TYPES } from '../../places/locations/locations';
import { extraAttributes } from './extra-attributes';

export class VehicleQuery extends PageQuery {
  @In.text({ description: 'The whole VIN, in any case' }) vin?: string;
  @In.text({ description: 'Id or number of the voyage it came with' }) arrival_voyage_id?: string;
  @In.text({ description: 'Id or number of the booking' }) booking_id?: string;
  @In.text({ description: 'The name of the commodity type' }) commodity_type?: string;
  @In.text({ description: 'Id or name of a consignee' }) consignee_id?: string;
  @In.oneOf(LOCATION_TYPES, { description: 'What kind of place it is at' }) current_location_type?: string;
  @In.text({ description: 'Id or number of the voyage it leaves with' }) departure_voyage_id?: string;
  @In.text({ description: 'Id or number of the dock receipt' }) dock_receipt_id?: string;
  @In.text({ description: 'The whole reference number' }) reference_number?: string;
  @In.text({ description: 'Id or number of the container it was stripped from' })
  stripped_from_container_id?: string;
  @In.text({
    max: 1000,
    description: 'Tags, separated by |: those that have any of them. One that has a | itself is found alone',
    example: 'oversize|new',
  })
  tags?: string;
  @In.text({ description: 'The whole usage', example: 'export' }) usage?: string;
}

export class UpdateVehicle {
  @In.note() goods_description?: string | null;
  @In.text({ description: 'The code of the line', example: 'TDK' }) shipping_line?: string | null;
  @In.text({ example: 'export' }) usage?: string | null;
  @In.text() make?: string | null;
  @In.text() model?: string | null;
  @In.text({ identifier: 'visible' }) reference_number?: string | null;
  @In.text() color?: string | null;
  @In.note() shipping_marks?: string | null;
  @In.texts({ description: 'Names as stored; they replace those before' }) consignee_names?: string[] | null;
  @In.oneOf(LOCATION_TYPES, { description: 'What kind of place current_location_id is the id of' })
  current_location_type?: string | null;
  @In.id({ description: 'The id of the place; it must exist' }) current_location_id?: number | null;
  @In.number({ min: 0 }) weight?: number | null;
  @In.number({ min: 0 }) height?: number | null;
  @In.number({ min: 0 }) length?: number | null;
  @In.number({ min: 0 }) width?: number | null;
  @In.int({ min: 0 }) year?: number | null;
  @In.number({ min: 0 }) volume?: number | null;
  @In.int({ min: 0 }) quantity?: number | null;
  @In.number({ min: 0 }) package_weight?: number | null;
  @extraAttributes() extra_attributes?: Record<string, unknown> | null;
  @In.flexFields() flex_fields?: Record<string, unknown> | null;
}
