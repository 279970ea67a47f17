import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { ManifestObstacles } from '../cargo/manifests/manifest-obstacles';
import { setupResources } from '../common/setup/setup-resource';
import { VoyagesModule } from '../voyages/voyages.module';
import { ProgressController } from './progress/progress.controller';
import { ProgressService } from './progress/progress.service';
import { ClosingService } from './tallies/closing.service';
import { TalliesSetupController } from './tallies/tallies-setup.controller';
import { TalliesController } from './tallies/tallies.controller';
import { TalliesService } from './tallies/tallies.service';
import { dischargeTallyOf } from './tallies/tally-obstacle';
import { TallyMove } from './tallies/tally-move.kind';
import { TallyMovesService } from './tallies/tally-moves.service';

const setup = setupResources([TallyMove, TallyMovesService]);

/** The work of the cranes: the tallies of voyages and their moves. */
@Module({
  imports: [CargoModule, VoyagesModule],
  controllers: [TalliesController, TalliesSetupController, ProgressController, ...setup.controllers],
  providers: [ClosingService, ProgressService, TalliesService, ...setup.providers],
})
export class QuayModule {
  constructor(obstacles: ManifestObstacles) {
    obstacles.add(dischargeTallyOf);
  }
}
