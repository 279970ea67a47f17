import { PartialType } from '@nestjs/swagger';
import { In, wrapper } from '../../common/input/in';
import { PageQuery, searchParameter } from '../../common/pagination/page-query';

export class CreateTruck {
  @In.text({
    identifier: 'visible',
    required: true,
    pattern: /[^\s\p{Dash_Punctuation}]/u,
    must: 'must have more than spaces and hyphens',
    description:
      'Unique among the trucks: by its letters and digits, and by where spaces or hyphens part them',
    example: 'WH-472-B',
  })
  license_plate: string;

  @In.textOrNumber({
    identifier: 'visible',
    description: "The terminal's own number for the truck",
    example: 'T-01',
  })
  number?: string | null;
  @In.text({ description: 'The license number of its usual driver', example: 'DL-5520147' })
  truck_driver_license_number?: string | null;
  @In.text({ description: 'The name or the code of its trucking company', example: 'Estuary Haulage' })
  trucking_company?: string | null;
  @In.number({ min: 0, description: "In the organization's weight unit", example: 8150 })
  weight?: number | null;
  @In.bool({ description: 'The gate lets in active trucks only; true unless given' })
  active?: boolean | null;
  @In.text({
    pattern: /^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/,
    must: 'must be a hex code such as #1f5fa8',
    description: 'Hex code of 3 or 6 digits, with or without #',
    example: '#1f5fa8',
  })
  color?: string | null;
  @In.text({ example: 'Norrvik' }) make?: string | null;
  @In.text({ example: 'R460' }) model?: string | null;
  @In.int({ min: 1900, max: 2100, description: 'The year that it was built in', example: 2022 })
  year?: number | null;
  @In.bool({ description: 'Whether it stays inside, to move cargo around the yard' })
  is_mule?: boolean | null;
  @In.date({
    loose: true,
    description:
      'The last day on which the gate lets it in: 2027-06-30, 30/6/2027 (day first) or June 30, 2027',
    example: '2027-06-30',
  })
  allowed_until?: string | null;
}

export class UpdateTruck extends PartialType(CreateTruck) {}

export class CreateTruckBody extends wrapper('truck', CreateTruck) {}
export class UpdateTruckBody extends wrapper('truck', UpdateTruck) {}

export class TruckQuery extends PageQuery {
  @searchParameter(['license_plate']) q?: string;
  @In.text({ description: 'The whole plate; without spaces and hyphens, those with its letters and digits' })
  license_plate?: string;
  @In.anyText({ description: 'The whole name or code of the trucking company, or its id' })
  trucking_company?: string[];
  @In.text({ description: 'The whole number of the driver' }) truck_driver_number?: string;
  @In.bool({ description: 'true for active, false for inactive ones; both unless given' }) active?: boolean;
}
