import { asHtml, asText, type Letter, picturesOf } from './letter';

const letter: Letter = {
  language: 'en',
  heading: 'Damage to <WHAU4142033>',
  sender: 'Port & Sons',
  parts: [
    { text: 'One\n<script>alert(1)</script>' },
    {
      values: [
        ['Container', 'WHAU4142033'],
        ['Gate', null],
      ],
    },
    { head: ['Damage', 'Where'], rows: [['Dented', 'LB3N']] },
    { pictures: [{ jpeg: Buffer.from('a'), caption: '"Door"' }] },
    { pictures: [{ jpeg: Buffer.from('b'), caption: 'Roof' }] },
  ],
  files: [],
};

describe('a letter', () => {
  it('is text, with a footer that mail readers know', () => {
    expect(asText(letter)).toBe(
      'Damage to <WHAU4142033>\n\nOne\n<script>alert(1)</script>\n\nContainer: WHAU4142033\n\nDamage: Dented\nWhere: LB3N\n\n' +
        '-- \nThis mail was sent by Port & Sons. It was made by a program.\n',
    );
  });

  it('is HTML that escapes what it says, and has nothing from afar', () => {
    const html = asHtml(letter);
    expect(html).toContain('Damage to &lt;WHAU4142033&gt;');
    expect(html).toContain('One<br>&lt;script&gt;');
    expect(html).toContain('alt="&quot;Door&quot;"');
    expect(html).toContain('Port &amp; Sons');
    expect(html).toMatch(/Dented<br><span [^>]+>Where: LB3N</);
    expect(html).not.toMatch(/https?:|<script|<a /);
  });

  it('numbers its pictures through', () => {
    expect(asHtml(letter).match(/cid:picture-\d/g)).toEqual(['cid:picture-1', 'cid:picture-2']);
    expect(picturesOf(letter)).toHaveLength(2);
  });
});
