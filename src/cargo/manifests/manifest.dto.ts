import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';

/** The own fields of a manifest. */
export class ManifestFields {
  @In.text({
    identifier: 'visible',
    required: true,
    example: 'WHA-WP2611',
  })
  client_identifier: string;
  @In.note() remarks?: string | null;
  @In.date() sailing_date?: string | null;
  @In.text({
    identifier: 'visible',
    description: "The line's own number of the voyage, for messages to it",
    example: '2611N',
  })
  shipping_line_voyage_number?: string | null;
}

export class CreateManifest {
  @In.text({ required: true, description: 'The code of the shipping line', example: 'WHA' })
  shipping_line: string;
  @In.id({ description: 'The id of the voyage; this or its number is required' })
  voyage_id?: number | null;
  @In.text({ description: 'The number of the voyage; this or its id is required', example: 'WP2611' })
  voyage_number?: string | null;
  @In.object(() => ManifestFields, {
    description: 'Left out, the manifest is identified by the code of its line and the number of its voyage',
  })
  manifest?: ManifestFields | null;
}

export class ManifestQuery extends PageQuery {
  @In.text({ description: 'The whole number of a voyage, which must exist' }) voyage_number?: string;
}
