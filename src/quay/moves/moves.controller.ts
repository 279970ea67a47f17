import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { bare, one } from '../../common/endpoint/returns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { TallyMove } from '../tallies/tally-move.kind';
import { BatchesService } from './batches.service';
import { CountMovesBody, UndoMoveBody } from './count-moves.dto';
import { MovesCounted } from './moves.view';
import { UndoService } from './undo.service';

const { Show } = kindClasses(kindOf(TallyMove));

@ApiTags('Quay')
@Controller('tallies/:id/moves')
export class MovesController {
  constructor(
    private readonly batches: BatchesService,
    private readonly undoing: UndoService,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Count moves of cranes',
    description:
      'One to a hundred moves, all of them or none, answered in the order sent. Each moves its cargo. Cargo is counted once; what the tally does not expect needs `over`. What is discharged is not at the terminal yet, what is loaded is. A refusal names the move by its place in the list, from 0, and all that stands against the batch is told at once. `warnings` say what an organization only warns of. A closed tally takes none (409).',
    returns: bare(MovesCounted),
    speaks: true,
    status: 201,
    errors: [404, 409, 422],
  })
  create(@PathId('Tally') id: number, @Body() body: CountMovesBody) {
    return this.batches.create(id, body.moves);
  }

  @Post(':move_id/undo')
  @Endpoint({
    summary: 'Undo a move of a crane',
    description:
      'Place, stay, item and load list are as before the move, while nothing happened to its cargo since. The move stays listed, and counts nowhere. Moves of a closed tally stay (409).',
    returns: one('tally_move', Show),
    errors: [404, 409, 422],
  })
  undo(
    @PathId('Tally') id: number,
    @PathId('Tally move', 'move_id', 'The id of one of the moves of the tally') move_id: number,
    @Body() body: UndoMoveBody,
  ) {
    return this.undoing.undo(id, move_id, body.reason);
  }
}
