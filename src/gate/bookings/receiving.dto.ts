import { In } from '../../common/input/in';

export class ReceivingQuery {
  @In.text({
    description: 'The whole number of a container, to ask whether the gate receives that one',
    example: 'WHAU4142033',
  })
  container_number?: string | null;
  @In.text({
    description: 'The whole code of a container type, to ask for what takes that one',
    example: '45HC',
  })
  container_type?: string | null;
}
