import { In } from '../input/in';

/** The longer side of a picture in pixels, where it is not shown as it is kept. */
export const SIZES = ['320', '1280'] as const;

export class UploadFileQuery {
  @In.text({ required: true, description: 'What people call the file', example: 'left side.jpg' })
  name: string;
}

export class FileQuery {
  @In.oneOf(SIZES, {
    description:
      'The most pixels of the longer side of a picture, which is never enlarged; as it is kept by default',
  })
  size?: (typeof SIZES)[number] | null;
  @In.text({ description: 'Stands for a token, where no headers can be sent: POST /files/:id/link' })
  ticket?: string | null;
}
