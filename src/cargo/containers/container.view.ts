import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { carriesLeaving } from '../release/leaving.view';
import { Container } from './container.kind';

/** A container, in lists, alone and in events. */
export const ContainerShow = kindClasses(kindOf(Container)).Show;
carriesLeaving(ContainerShow);
