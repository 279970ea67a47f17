import type { InvoiceLanguage } from '../../common/languages/invoice-languages';

/** What the list for the fire brigade says in one language beside its data. */
interface FireListWords {
  title: string;
  as_of: string;
  elsewhere: string;
  none: string;
  place: string;
  container: string;
  un: string;
  class: string;
  name: string;
  net_weight: string;
  since: string;
  line: string;
  contact: string;
  page: (page: number, of: number) => string;
}

export const FIRE_LIST_WORDS: Readonly<Record<InvoiceLanguage, FireListWords>> = {
  en: {
    title: 'Dangerous goods at the terminal',
    as_of: 'As of',
    elsewhere: 'In no yard area',
    none: 'There are no dangerous goods.',
    place: 'Place',
    container: 'Container',
    un: 'UN',
    class: 'Class',
    name: 'Proper shipping name',
    net_weight: 'Net weight',
    since: 'Since',
    line: 'Line',
    contact: 'Contact',
    page: (page, of) => `Page ${page} of ${of}`,
  },
  nl: {
    title: 'Gevaarlijke stoffen op de terminal',
    as_of: 'Stand van',
    elsewhere: 'In geen vak',
    none: 'Er zijn geen gevaarlijke stoffen.',
    place: 'Plaats',
    container: 'Container',
    un: 'UN',
    class: 'Klasse',
    name: 'Juiste vervoersnaam',
    net_weight: 'Nettogewicht',
    since: 'Sinds',
    line: 'Rederij',
    contact: 'Contact',
    page: (page, of) => `Pagina ${page} van ${of}`,
  },
  de: {
    title: 'Gefahrgut am Terminal',
    as_of: 'Stand',
    elsewhere: 'In keinem Lagerbereich',
    none: 'Es ist kein Gefahrgut da.',
    place: 'Platz',
    container: 'Container',
    un: 'UN',
    class: 'Klasse',
    name: 'Richtiger technischer Name',
    net_weight: 'Nettogewicht',
    since: 'Seit',
    line: 'Reederei',
    contact: 'Kontakt',
    page: (page, of) => `Seite ${page} von ${of}`,
  },
  fr: {
    title: 'Marchandises dangereuses au terminal',
    as_of: 'État au',
    elsewhere: 'Dans aucune zone du parc',
    none: 'Il n’y a pas de marchandises dangereuses.',
    place: 'Emplacement',
    container: 'Conteneur',
    un: 'ONU',
    class: 'Classe',
    name: 'Désignation officielle de transport',
    net_weight: 'Poids net',
    since: 'Depuis',
    line: 'Armateur',
    contact: 'Contact',
    page: (page, of) => `Page ${page} sur ${of}`,
  },
  es: {
    title: 'Mercancías peligrosas en la terminal',
    as_of: 'Situación a',
    elsewhere: 'En ninguna zona del patio',
    none: 'No hay mercancías peligrosas.',
    place: 'Posición',
    container: 'Contenedor',
    un: 'ONU',
    class: 'Clase',
    name: 'Nombre de expedición',
    net_weight: 'Peso neto',
    since: 'Desde',
    line: 'Naviera',
    contact: 'Contacto',
    page: (page, of) => `Página ${page} de ${of}`,
  },
};
