import { In } from '../../common/input/in';

export class UpdateInterchange {
  @In.bool({ description: 'true moves what it hands over; `POST …/reverse` takes it back' })
  completed?: boolean | null;
  @In.text({
    description: 'The number of the empty container that a pick-up by booking takes',
    example: 'WHAU4142033',
  })
  container?: string | null;
  @In.id({ description: 'The id, instead of container' }) container_id?: number | null;
  @In.text({ description: 'The number of the chassis', example: 'WHAZ4003730' }) chassis?: string | null;
  @In.id({ description: 'The id, instead of chassis' }) chassis_id?: number | null;
  @In.text({ description: 'The number of the genset' }) genset?: string | null;
  @In.id({ description: 'The id, instead of genset' }) genset_id?: number | null;
}
