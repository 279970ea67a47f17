import { kindModel } from '../../common/setup/kind-model';
import { column } from '../../common/write/field-map';
import { YardArea } from './yard-area.kind';

export const yardAreaModel = kindModel(YardArea, {
  maps: { accepts_imdg_classes: column('accepts_imdg_classes') },
});
