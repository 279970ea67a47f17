import type { InvoiceLanguage } from '../common/languages/invoice-languages';
import type { ReeferCause } from '../condition/reefers/reefer-alerts.service';

/** What alerts of reefers say in one language. */
interface ReeferMailWords {
  causes: Record<ReeferCause, string>;
  container: string;
  where: string;
  since: string;
  set_point: string;
  temperature: string;
  read_at: string;
  alarm: string;
}

export const REEFER_WORDS: Readonly<Record<InvoiceLanguage, ReeferMailWords>> = {
  en: {
    causes: {
      deviating: 'The temperature of this reefer differs from its set point.',
      unread: 'This reefer was not read for long.',
      unplugged: 'This reefer is to be on power, and is not.',
    },
    container: 'Container',
    where: 'Where',
    since: 'Since',
    set_point: 'Set point (°C)',
    temperature: 'Temperature (°C)',
    read_at: 'Last reading',
    alarm: 'Alarm',
  },
  nl: {
    causes: {
      deviating: 'De temperatuur van deze koelcontainer wijkt af van de ingestelde waarde.',
      unread: 'Deze koelcontainer is lang niet afgelezen.',
      unplugged: 'Deze koelcontainer hoort aangesloten te zijn, en is dat niet.',
    },
    container: 'Container',
    where: 'Waar',
    since: 'Sinds',
    set_point: 'Ingesteld (°C)',
    temperature: 'Temperatuur (°C)',
    read_at: 'Laatste aflezing',
    alarm: 'Alarm',
  },
  de: {
    causes: {
      deviating: 'Die Temperatur dieses Kühlcontainers weicht vom Sollwert ab.',
      unread: 'Dieser Kühlcontainer wurde lange nicht abgelesen.',
      unplugged: 'Dieser Kühlcontainer soll am Strom sein und ist es nicht.',
    },
    container: 'Container',
    where: 'Wo',
    since: 'Seit',
    set_point: 'Sollwert (°C)',
    temperature: 'Temperatur (°C)',
    read_at: 'Letzte Ablesung',
    alarm: 'Alarm',
  },
  fr: {
    causes: {
      deviating: 'La température de ce conteneur frigorifique s’écarte de la consigne.',
      unread: 'Ce conteneur frigorifique n’a pas été relevé depuis longtemps.',
      unplugged: 'Ce conteneur frigorifique doit être branché et ne l’est pas.',
    },
    container: 'Conteneur',
    where: 'Où',
    since: 'Depuis',
    set_point: 'Consigne (°C)',
    temperature: 'Température (°C)',
    read_at: 'Dernier relevé',
    alarm: 'Alarme',
  },
  es: {
    causes: {
      deviating: 'La temperatura de este contenedor frigorífico se aparta de la consigna.',
      unread: 'Hace mucho que no se lee este contenedor frigorífico.',
      unplugged: 'Este contenedor frigorífico debe estar conectado y no lo está.',
    },
    container: 'Contenedor',
    where: 'Dónde',
    since: 'Desde',
    set_point: 'Consigna (°C)',
    temperature: 'Temperatura (°C)',
    read_at: 'Última lectura',
    alarm: 'Alarma',
  },
};
