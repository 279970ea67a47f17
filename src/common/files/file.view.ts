import { OpenTo } from '../party-wall/open-to';
import { view } from '../view/view';
import { FILE_TYPES, StoredFile } from './file.entity';

const Out = view(StoredFile);

const PATH = `'/api/v1/files/' `;

/** A file that a record names. Who sees the record sees its files. */
@OpenTo.parties({ fields: ['id', 'name', 'content_type', 'bytes', 'actions'] })
export class FileItem {
  @Out.id() id: number;
  @Out.text({ description: 'As its uploader called it', example: 'left side.jpg' }) name: string;
  @Out.oneOf(FILE_TYPES, { description: 'What it is, by its bytes' }) content_type: string;
  @Out.int({ description: 'How many bytes are kept', example: 184_302 }) bytes: number;
  @Out.actions({
    show: ['GET', (of) => `${PATH} || ${of('id')}`],
    link: ['POST', (of) => `${PATH} || ${of('id')} || '/link'`],
  })
  actions: object;
}

/** A file as its uploader is answered. */
export class FileShow extends FileItem {
  @Out.text({ description: 'Of the bytes that are kept, in hexadecimal digits; the ETag as well' })
  sha256: string;
  @Out.text({
    description:
      'Of the bytes that were sent, which differ for a picture that was turned, resized or cleaned',
  })
  original_sha256: string;
  @Out.time() created_at: string;
}
