import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { ManifestObstacles } from '../cargo/manifests/manifest-obstacles';
import { JoinedContainers } from '../cargo/renumbering/joined-containers';
import { setupResources } from '../common/setup/setup-resource';
import { VoyagesModule } from '../voyages/voyages.module';
import { BatchesService } from './moves/batches.service';
import { CountingService } from './moves/counting.service';
import { LoadingRules } from './moves/loading-rules';
import { MovesController } from './moves/moves.controller';
import { OtherCargoService } from './moves/other-cargo.service';
import { TallyMovesService } from './moves/tally-moves.service';
import { UndoService } from './moves/undo.service';
import { ProgressController } from './progress/progress.controller';
import { ProgressService } from './progress/progress.service';
import { ClosingService } from './tallies/closing.service';
import { TalliesSetupController } from './tallies/tallies-setup.controller';
import { TalliesController } from './tallies/tallies.controller';
import { TalliesService } from './tallies/tallies.service';
import { joinItems } from './tallies/joined-items';
import { dischargeTallyOf } from './tallies/tally-obstacle';
import { TallyMove } from './tallies/tally-move.kind';

const setup = setupResources([TallyMove, TallyMovesService]);

/** The work of the cranes: the tallies of voyages and their moves. */
@Module({
  imports: [CargoModule, VoyagesModule],
  controllers: [
    TalliesController,
    TalliesSetupController,
    MovesController,
    ProgressController,
    ...setup.controllers,
  ],
  providers: [
    BatchesService,
    CountingService,
    LoadingRules,
    OtherCargoService,
    UndoService,
    ClosingService,
    ProgressService,
    TalliesService,
    ...setup.providers,
  ],
  exports: [LoadingRules],
})
export class QuayModule {
  constructor(obstacles: ManifestObstacles, joined: JoinedContainers) {
    obstacles.add(dischargeTallyOf);
    joined.addBefore(joinItems);
  }
}
