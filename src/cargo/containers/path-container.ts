import { PathText } from '../../common/endpoint/path-param';

/** The path parameter that names a container. */
export const PathContainer = () => PathText('number', 'The id or the number', 'WHAU4142033');
