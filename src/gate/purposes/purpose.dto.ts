import { OmitType, PartialType } from '@nestjs/swagger';
import { CARGO_TYPES, PURPOSE_TYPES } from './purpose.entity';
import { In } from '../../common/input/in';
import { type ImdgGoodsFields, imdgGoodsInput } from '../../cargo/imdg-goods';
import { VGM_METHODS } from '../../cargo/stays/stay-words';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../../cargo/containers/container-words';

/** The cargo that a truck drops off or picks up. */
export class CreatePurposeCargo {
  @In.oneOf(CARGO_TYPES, { required: true, underscores: true, example: 'container' })
  cargo_type: (typeof CARGO_TYPES)[number];
  @In.text({
    identifier: 'ascii',
    description: 'Required for a container, unless an empty is picked up by booking',
    example: 'WHAU4195162',
  })
  container_number?: string | null;
  @In.text({
    description: 'The code of the type; required when the container is not known yet',
    example: '40HC',
  })
  container_type?: string | null;
  @In.oneOf(CONTAINER_STATUSES, { description: 'Required for a container', example: 'full' })
  container_status?: string | null;
  @In.text({ identifier: 'visible', description: 'Required for a chassis' }) chassis_number?: string | null;
  @In.text({
    description: 'The code of the line; required when the container is not known yet',
    example: 'WHA',
  })
  shipping_line?: string | null;
  @In.text() goods?: string | null;
  @In.oneOf(CONTAINER_USAGES, { example: 'export' }) container_usage?: string | null;
  @In.number({
    min: 0,
    description: 'Gross weight in kilograms, whatever unit the organization uses elsewhere',
    example: 18500,
  })
  weight?: number | null;
  @imdgGoodsInput() dangerous_goods?: ImdgGoodsFields[] | null;
  @In.number({
    min: 0,
    description:
      'Verified gross mass of a full container that is dropped off, in kilograms; it goes to its stay where none is better',
    example: 24310,
  })
  vgm?: number | null;
  @In.oneOf(VGM_METHODS, { description: 'Required with `vgm`' }) vgm_method?:
    (typeof VGM_METHODS)[number] | null;
  @In.text({ trim: true, description: 'Required with `vgm`: who answers for it', example: 'Ada Marsh' })
  vgm_responsible?: string | null;
  @In.time({ description: 'When it was verified; now, unless given' }) vgm_at?: string | null;
  @In.text({ description: 'The number of the paper that proves it', example: 'W2-88412' }) vgm_reference?:
    string | null;
}

/** The part of a purpose for its interchange. */
export class CreatePurposeInterchange {
  @In.text({
    identifier: 'visible',
    description: 'Seal numbers, separated by commas',
    example: 'BR884127,BR884128',
  })
  seals?: string | null;
  @In.number({
    min: 0,
    description: 'Gross weight in kilograms, whatever unit the organization uses elsewhere',
    example: 22680,
  })
  weight?: number | null;
}

export class CreatePurpose {
  @In.oneOf(PURPOSE_TYPES, { required: true, underscores: true, example: 'drop off' })
  purpose_type: (typeof PURPOSE_TYPES)[number];
  @In.object(() => CreatePurposeCargo, { required: true }) cargo: CreatePurposeCargo;
  @In.text({ description: 'Number of the booking: to drop off a full container or pick up an empty one' })
  booking?: string | null;
  @In.int({
    min: 1,
    description: 'Number of the line of the booking; the first that takes the container when it is left out',
  })
  booking_line?: number | null;
  @In.text({ description: 'Number of the release of the booking that an empty is picked up by' })
  release?: string | null;
  @In.text({
    description: 'Number of the dock receipt of the booking that it is dropped off for',
    example: 'DR-5001',
  })
  dock_receipt?: string | null;
  @In.text({ description: 'Number of the bill of lading, to pick up a full container' }) bill_of_lading?:
    string | null;
  @In.text({ description: 'Number of the delivery order, to pick up general cargo' }) delivery_order?:
    string | null;
  @In.object(() => CreatePurposeInterchange) interchange?: CreatePurposeInterchange | null;
}

class UpdatePurposeCargo extends PartialType(CreatePurposeCargo) {}

/** A partial purpose: absent fields keep their values. */
export class UpdatePurpose extends PartialType(OmitType(CreatePurpose, ['cargo'])) {
  @In.object(() => UpdatePurposeCargo) cargo?: UpdatePurposeCargo | null;
}
