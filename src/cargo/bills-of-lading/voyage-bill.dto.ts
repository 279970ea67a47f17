import { In } from '../../common/input/in';

export class VoyageBillQuery {
  @In.text({
    description: 'Which manifest the bill is in, should several have its number; the older bill unless given',
    example: 'WHA-WP2611',
  })
  manifest_client_identifier?: string;
}
