/** A file that came through a channel. */
export interface Incoming {
  edi_channel_id: number;
  file_name: string;
  bytes: Buffer;
}

/** An interchange that waits to be sent. */
export interface Outgoing {
  id: number;
  partner: string;
  /** The kind of its first message. */
  message: string;
  control_reference: string;
  /** When it was composed. */
  time: Date;
  bytes: Buffer;
  /** Whether it was sent as a file before, and is to be sent again. */
  is_again: boolean;
}

/**
 * What channels carry. Interchanges stand above channels, so they say how what comes is kept and what waits to go. All of it
 * is done in the running transaction.
 */
export abstract class Traffic {
  /** Keeps a file, to be read beside. */
  abstract keep(incoming: Incoming): Promise<void>;

  /** What is to be sent next through a channel, in the order of numbers; nothing when it is not active any more. */
  abstract next(edi_channel_id: number): Promise<Outgoing | undefined>;

  /** Notes that an interchange was sent through a channel as a file of this name. */
  abstract sent(id: number, edi_channel_id: number, file_name: string): Promise<void>;

  /** Notes that it was tried in vain to send the next interchange of a partner. */
  abstract tried(partner_id: number): Promise<void>;
}
