/** What a list or a booking says of the stay of a container that comes. What is left out or null says nothing. */
export interface AnnouncedFacts {
  container_status?: string | null;
  usage?: string | null;
  shipping_line_id?: number | null;
  goods?: string | null;
  /** In the organization's weight unit. */
  weight?: number | string | null;
  seals?: string[] | null;
  operating_reefer?: boolean | null;
  reefer_set_point_temperature?: number | string | null;
  booking_id?: number | null;
  arrival_voyage_id?: number | null;
  departure_voyage_id?: number | null;
}

/** A container as a list or a booking names it: by its normalized number, or by its id. */
export interface AnnouncedContainer extends AnnouncedFacts {
  container_number?: string | null;
  container_id?: number | null;
  /** The type of a container that is new, or of which none is known. */
  container_type_id?: number | null;
}

/** The types of the columns of what is said, in SQL. */
export const FACTS = {
  container_status: 'text',
  usage: 'text',
  shipping_line_id: 'bigint',
  goods: 'text',
  weight: 'numeric',
  seals: 'text[]',
  operating_reefer: 'boolean',
  reefer_set_point_temperature: 'numeric',
  booking_id: 'bigint',
  arrival_voyage_id: 'bigint',
  departure_voyage_id: 'bigint',
} satisfies Record<keyof AnnouncedFacts, string>;
