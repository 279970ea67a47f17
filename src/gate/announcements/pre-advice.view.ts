import { view } from '../../common/view/view';
import { TruckDriverSummary } from '../../parties/setup/truck-driver.view';
import { PurposeShow } from './purpose.view';
import { PreAdvice } from './pre-advice.entity';

const Out = view(PreAdvice);

/** A pre-advice. */
export class PreAdviceShow {
  @Out.text({ example: 'PA-1001' }) advice_number: string;
  @Out.sql((of) => of('truck.license_plate'), 'text', {
    description: 'The license plate',
    example: 'LN-905-F',
  })
  truck: string | null;
  @Out.one('truck_driver', () => TruckDriverSummary) truck_driver: TruckDriverSummary | null;
  @Out.text({ example: 'Weighed at the maltings' }) comments: string | null;
  @Out.time() expected_at: string | null;
  @Out.many('purposes', () => PurposeShow, { orderBy: 'position' }) purposes: PurposeShow[];
}
