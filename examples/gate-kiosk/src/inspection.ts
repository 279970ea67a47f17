import { inputOf, type Answer, type Wharfinger } from '@wharfinger/client';
import { badge, byId, facts, h, show } from '../../shared/dom';
import type { Clock } from '../../shared/format';
import { attempt, button, found, onSubmit, say } from '../../shared/page';

type Damage = Answer<'listDamagesOfContainer'>['damages'][number];
type Seen = Answer<'inspectInterchange'>['inspection'];

/** A container that a truck brings or fetches. */
export interface Handover {
  truck_visit_id: number;
  interchange_id: number;
  container: string;
}

/** A photograph on its way over a weak network. */
const PHOTO_TIMEOUT = 120_000;
const YES_OR_NO = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, 'no'],
]);

/** The look at a container as it changes hands: its damages with their pictures, once for each handover. */
export class Inspection {
  private of!: Handover;
  private readonly form = byId<HTMLFormElement>('inspect');
  private readonly dialog = byId<HTMLDialogElement>('inspection');
  private readonly complete = byId<HTMLButtonElement>('complete');
  /** The words of the organization: names by their codes. */
  private types = new Map<string, string>();
  private components = new Map<string, string>();
  /** How many pictures are on their way. */
  private sending = 0;

  /** @param done what is to be read again once a container is inspected */
  constructor(
    private readonly api: Wharfinger,
    private readonly at: Clock,
    done: (visit_id: number) => Promise<unknown>,
  ) {
    byId('add-damage').addEventListener('click', () => this.addDamage());
    byId('close-inspection').addEventListener('click', () => this.dialog.close());
    onSubmit(this.form, async (sent) => {
      const { truck_visit_id, interchange_id, container } = this.of;
      await this.api.inspections.ofInterchange(
        truck_visit_id,
        interchange_id,
        inputOf<'inspectInterchange'>(sent),
      );
      this.dialog.close();
      await done(truck_visit_id);
      say(`${container} is inspected.`);
    });
  }

  /** Shows the damages that are known, and asks what is seen, or shows what was. */
  async open(of: Handover): Promise<void> {
    const { truck_visit_id, interchange_id, container } = of;
    const [types, components, { damages }, shown] = await Promise.all([
      this.api.damageTypes.list({ per: 100 }),
      this.api.damageComponents.list({ per: 100 }),
      this.api.containerDamages.list(container, { per: 100 }),
      found(this.api.inspections.showOfInterchange(truck_visit_id, interchange_id)),
    ]);
    this.of = of;
    this.types = namesOf(types.damage_types);
    this.components = namesOf(components.damage_components);
    const seen = shown?.inspection;
    const known = damages.filter(
      ({ id, status }) => status === 'open' && !seen?.damages.some((each) => each.id === id),
    );
    byId('inspection-of').textContent = `Inspection of ${container}`;
    show(
      'seen',
      seen && (await this.stated(seen)),
      known.length > 0 && (await this.cards('Known before', known)),
    );
    this.form.hidden = seen !== undefined;
    this.form.reset();
    this.form.querySelectorAll('fieldset, .wrong').forEach((each) => each.remove());
    this.dialog.showModal();
  }

  private async stated({ condition, is_clean, seals_as_announced, notes, at, damages }: Seen) {
    return h(
      'div',
      {},
      facts({
        Condition: badge(condition, condition === 'sound' ? 'good' : 'warn'),
        'Clean inside': YES_OR_NO.get(is_clean),
        'Seals as told': YES_OR_NO.get(seals_as_announced),
        Remarks: notes,
        At: this.at(at),
      }),
      damages.length > 0 && (await this.cards('Found', damages)),
    );
  }

  private async cards(title: string, damages: Damage[]): Promise<HTMLElement> {
    const cards = damages.map(async ({ damage_type, component, location, severity, notes, files }) => {
      const words = `${this.types.get(damage_type.code) ?? damage_type.code}: ${this.components.get(component.code) ?? component.code}, ${location}`;
      const pictures = files
        .filter(({ content_type }) => content_type.startsWith('image/'))
        .map(({ id }) => this.picture(id, words));
      return h(
        'li',
        {},
        h('strong', {}, words),
        ' ',
        badge(severity, severity === 'major' ? 'bad' : 'warn'),
        notes && h('p', { class: 'soft' }, notes),
        h('div', { class: 'pictures' }, ...(await Promise.all(pictures))),
      );
    });
    return h('div', {}, h('h3', {}, title), h('ul', { class: 'damages' }, ...(await Promise.all(cards))));
  }

  /** A small picture that opens the large one. Its address takes no token, and ends after ten minutes. */
  private async picture(id: number, alt: string): Promise<HTMLElement> {
    const { url } = await this.api.files.createLink(id);
    return h('a', { href: url, target: '_blank' }, h('img', { src: `${url}&size=320`, alt }));
  }

  private addDamage(): void {
    const added = byId<HTMLTemplateElement>('damage').content.cloneNode(true) as DocumentFragment;
    const damage = added.querySelector('fieldset')!;
    for (const [field, words] of [
      ['damage_type', this.types],
      ['component', this.components],
    ] as const)
      damage
        .querySelector(`[name$=${field}]`)!
        .append(...[...words].map(([value, name]) => h('option', { value }, name)));
    const photo = damage.querySelector<HTMLInputElement>('[type=file]')!;
    photo.addEventListener('change', () => void attempt(() => this.send(photo, damage), this.form));
    const remove = async () => {
      damage.remove();
      this.number();
      byId('add-damage').focus();
    };
    damage.append(button('Remove', remove));
    byId('add-damage').before(damage);
    this.form.querySelector<HTMLSelectElement>('[name=condition]')!.value = 'damaged';
    this.number();
    damage.querySelector('select')!.focus();
  }

  /** Sends a picture, shows it as it was kept, and names it as one of the damage. */
  private async send(photo: HTMLInputElement, damage: HTMLElement): Promise<void> {
    const [file] = photo.files ?? [];
    if (!file) return;
    this.sending += 1;
    this.complete.disabled = true;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const call = { headers: { 'Content-Type': file.type }, timeout: PHOTO_TIMEOUT };
      const sent = await this.api.files.upload(bytes, { name: file.name }, call);
      const pictures = damage.querySelector('.pictures')!;
      const name = `damages.0.file_ids.${pictures.childElementCount}`;
      const picture = await this.picture(sent.file.id, file.name);
      picture.append(h('input', { type: 'hidden', name, value: `${sent.file.id}` }));
      pictures.append(picture);
      this.number();
    } finally {
      photo.value = '';
      this.sending -= 1;
      this.complete.disabled = this.sending > 0;
    }
  }

  /** Gives each damage its place in what is sent, by which refusals name it, too. */
  private number(): void {
    this.form.querySelectorAll('fieldset').forEach((damage, at) => {
      damage.querySelector('legend')!.textContent = `Damage ${at + 1}`;
      damage
        .querySelectorAll<HTMLInputElement>('[name]')
        .forEach((field) => (field.name = field.name.replace(/^damages\.\d+/, `damages.${at}`)));
    });
  }
}

const namesOf = (words: { code: string; name: string | null; active: boolean }[]) =>
  new Map(words.filter(({ active }) => active).map(({ code, name }) => [code, name ?? code]));
