import { signIn } from '../../shared/page';
import '../../shared/style.css';
import { Kiosk } from './kiosk';
import './style.css';

signIn('Gate kiosk', (api) => new Kiosk(document.querySelector('main')!, api).start());
