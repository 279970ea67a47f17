import { In } from '../../common/input/in';

/** The body of a renumbering. */
export class RenumberContainer {
  @In.text({
    identifier: 'ascii',
    min: 1,
    required: true,
    description: 'The number that the container has in truth; one that exists joins both records',
    example: 'WHAU4142033',
  })
  number: string;
  @In.note({
    required: true,
    description: 'Why; it is kept with the traces',
    example: 'Read wrongly at the gate',
  })
  reason: string;
}
