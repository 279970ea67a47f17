import type { InvoiceLanguage } from '../common/languages/invoice-languages';
import type { FoundDuring, Severity } from '../condition/damages/damage-words';

/** What alerts of damage say in one language. */
export interface DamageMailWords {
  found: (count: number) => string;
  container: string;
  when: string;
  where: string;
  damage: string;
  location: string;
  severity: string;
  known: string;
  is_new: string;
  was_known: string;
  severities: Record<Severity, string>;
  during: Record<FoundDuring, string>;
}

export const DAMAGE_WORDS: Readonly<Record<InvoiceLanguage, DamageMailWords>> = {
  en: {
    found: (count) =>
      count === 1
        ? 'A damage was found on your container.'
        : `${count} damages were found on your container.`,
    container: 'Container',
    when: 'Found',
    where: 'Where',
    damage: 'Damage',
    location: 'Location (ISO 9897)',
    severity: 'Severity',
    known: 'Known before',
    is_new: 'no',
    was_known: 'yes',
    severities: { minor: 'minor', major: 'major' },
    during: {
      gate_in: 'at gate-in',
      gate_out: 'at gate-out',
      discharge: 'at discharge',
      load: 'at loading',
      yard: 'in the yard',
    },
  },
  nl: {
    found: (count) =>
      count === 1
        ? 'Er is schade aan uw container gevonden.'
        : `Er zijn ${count} schades aan uw container gevonden.`,
    container: 'Container',
    when: 'Gevonden',
    where: 'Waar',
    damage: 'Schade',
    location: 'Plaats (ISO 9897)',
    severity: 'Ernst',
    known: 'Al bekend',
    is_new: 'nee',
    was_known: 'ja',
    severities: { minor: 'licht', major: 'ernstig' },
    during: {
      gate_in: 'bij binnenkomst',
      gate_out: 'bij vertrek',
      discharge: 'bij het lossen',
      load: 'bij het laden',
      yard: 'op het terrein',
    },
  },
  de: {
    found: (count) =>
      count === 1
        ? 'An Ihrem Container wurde ein Schaden festgestellt.'
        : `An Ihrem Container wurden ${count} Schäden festgestellt.`,
    container: 'Container',
    when: 'Festgestellt',
    where: 'Wo',
    damage: 'Schaden',
    location: 'Stelle (ISO 9897)',
    severity: 'Schwere',
    known: 'Vorher bekannt',
    is_new: 'nein',
    was_known: 'ja',
    severities: { minor: 'leicht', major: 'schwer' },
    during: {
      gate_in: 'bei der Einfahrt',
      gate_out: 'bei der Ausfahrt',
      discharge: 'beim Löschen',
      load: 'beim Laden',
      yard: 'auf dem Gelände',
    },
  },
  fr: {
    found: (count) =>
      count === 1
        ? 'Une avarie a été constatée sur votre conteneur.'
        : `${count} avaries ont été constatées sur votre conteneur.`,
    container: 'Conteneur',
    when: 'Constatée',
    where: 'Où',
    damage: 'Avarie',
    location: 'Emplacement (ISO 9897)',
    severity: 'Gravité',
    known: 'Déjà connue',
    is_new: 'non',
    was_known: 'oui',
    severities: { minor: 'légère', major: 'grave' },
    during: {
      gate_in: 'à l’entrée',
      gate_out: 'à la sortie',
      discharge: 'au déchargement',
      load: 'au chargement',
      yard: 'sur le parc',
    },
  },
  es: {
    found: (count) =>
      count === 1
        ? 'Se ha detectado un daño en su contenedor.'
        : `Se han detectado ${count} daños en su contenedor.`,
    container: 'Contenedor',
    when: 'Detectado',
    where: 'Dónde',
    damage: 'Daño',
    location: 'Lugar (ISO 9897)',
    severity: 'Gravedad',
    known: 'Ya conocido',
    is_new: 'no',
    was_known: 'sí',
    severities: { minor: 'leve', major: 'grave' },
    during: {
      gate_in: 'a la entrada',
      gate_out: 'a la salida',
      discharge: 'en la descarga',
      load: 'en la carga',
      yard: 'en el patio',
    },
  },
};
