import { PathText } from '../../common/endpoint/path-param';

/** The path parameter that names a voyage. */
export const PathVoyage = (name = 'voyage_number') =>
  PathText(name, 'The whole number of the voyage, percent-encoded where it has to be', 'WP2611');
