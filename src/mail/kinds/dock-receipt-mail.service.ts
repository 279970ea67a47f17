import { Injectable } from '@nestjs/common';
import { momentIn } from '../../common/documents/local-moment';
import { ReceiptsService } from '../../condition/receipts/receipts.service';
import { receiptSlip } from '../../condition/receipts/receipt-slip';
import { SLIP_WORDS } from '../../condition/receipts/slip-words';
import type { Letter } from '../letter';
import { MAIL_WORDS } from '../mail-words';
import type { Composer, ToCompose } from './composer';

/** The receipt of a drop-off that names a dock receipt, for the line. */
@Injectable()
export class DockReceiptMail implements Composer {
  readonly kind = 'dock_receipt';

  constructor(private readonly receipts: ReceiptsService) {}

  async letterOf({ subject, language, record_id }: ToCompose): Promise<Omit<Letter, 'sender' | 'language'>> {
    const receipt = await this.receipts.forOwners(record_id);
    const { document } = receipt;
    const words = SLIP_WORDS[language];
    return {
      heading: subject,
      parts: [
        { text: MAIL_WORDS[language].dock_receipt },
        {
          values: [
            [words.container, document.container?.number ?? null],
            [words.dock_receipt, document.dock_receipt],
            [words.booking, document.booking],
            [words.handed_over, momentIn(language, document.completed_at, document.time_zone)],
            [words.gate, document.gate],
            [words.truck, document.truck],
          ],
        },
      ],
      files: [await this.receipts.draw(() => Promise.resolve(receiptSlip(receipt)))],
    };
  }
}
