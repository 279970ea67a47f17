import { In } from '../../common/input/in';

export class ContainerSeal {
  @In.text({ required: true, example: 'WHAU4142033' }) container_number: string;
  @In.text({ identifier: 'visible', required: true, example: 'NL902417' }) seal: string;
}

export class GateOut {
  @In.note({
    description:
      'Why interchanges stay incomplete: those still open do, or the pick-ups with left_without_container',
    example: 'The container is damaged',
  })
  reason_for_incomplete?: string | null;
  @In.bool({
    description: 'The truck takes nothing: open pick-ups stay incomplete, and completed ones are taken back',
  })
  left_without_container?: boolean | null;
  @In.bool({
    description:
      'Lets containers leave whose charges cannot be calculated, and takes one that a voyage announced as another one; with a force_reason',
  })
  force?: boolean | null;
  @In.note({ description: 'Why it is forced', example: 'Settled by telephone with the line' })
  force_reason?: string | null;
  @In.objects(() => ContainerSeal, { description: 'Seals put on containers of this visit' })
  container_seals?: ContainerSeal[] | null;
  @In.texts({
    description: 'Numbers of chassis that containers were dropped off on and that leave with the truck',
    example: ['WHAZ4003730'],
  })
  chassis_leaving_with_truck?: string[] | null;
  @In.id({ description: 'The signature of the driver: a picture (POST /files), which the receipts state' })
  signature_file_id?: number | null;
}
