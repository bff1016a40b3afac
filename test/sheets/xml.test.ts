import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLOSE, MORE, OPEN, Xml } from '../../src/sheets/xlsx/xml.ts';

/** The content of the XML, parsed in pieces of that many characters, with adjacent texts joined. */
function tokens(text: string, size = text.length): string[] {
  const xml = new Xml('part.xml');
  const found: string[] = [];
  let pending = '';
  const drain = () => {
    for (let token = xml.next(); token !== MORE; token = xml.next()) {
      if (token !== OPEN && token !== CLOSE) {
        pending += xml.text();
        continue;
      }
      if (pending !== '') found.push(JSON.stringify(pending));
      pending = '';
      const read = token === OPEN ? (name: string) => xml.attributes.get(name) : () => undefined;
      const values = ['k', 'l', 'm', 'r'].flatMap((name) => read(name) ?? []);
      found.push([`${token === OPEN ? '+' : '-'}${xml.name}`, ...values].join(' '));
    }
  };
  for (let at = 0; at < text.length; at += size) {
    xml.push(text.slice(at, at + size));
    drain();
  }
  xml.finish();
  drain();
  return found;
}

describe('the XML parser', () => {
  it.each<[string, string[]]>([
    ['<a/>', ['+a', '-a']],
    ['<?xml version="1.0"?>\n<!-- <no> --><x:a><x:b>t</x:b></x:a>\n', ['+a', '+b', '"t"', '-b', '-a']],
    ['<a k="1>2" l=\'"\' m = "x&amp;y" ><b/></a >', ['+a 1>2 " x&y', '+b', '-b', '-a']],
    ['<a>&lt;&#233;&#xE9;&apos;&quot;&amp;lt;&#55357;&#56832;</a>', ['+a', '"<éé\'\\"&lt;😀"', '-a']],
    ['<a>1\r\n2\r3<![CDATA[<b>&amp;]]]>&gt;</a>', ['+a', '"1\\n2\\n3<b>&amp;]>"', '-a']],
    ['<a><!-- - -- x ->--></a>', ['+a', '-a']],
    ['<é:ü/>', ['+ü', '-ü']],
  ])('reads %s', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
    // For every split into chunks.
    for (let size = 1; size < text.length; size++) expect(tokens(text, size)).toEqual(expected);
  });

  it.each([
    ['', 'is truncated'],
    ['<a>', 'is truncated'],
    ['<a', 'ends inside a tag'],
    ['<a>x</a', 'ends inside a tag'],
    ['<a><!-- x</a>', 'is truncated'],
    ['<a></b>', 'closes an element'],
    ['<a></aa>', 'closes an element'],
    ['</a>', 'closes an element'],
    ['<a/><b/>', 'two root elements'],
    ['x<a/>', 'outside its root'],
    ['<a b/>', 'without a value'],
    ['<a b=c/>', 'without quotes'],
    ['<a / >', 'stray slash'],
    ['<1/>', 'not well-formed'],
    ['<a>&nbsp;</a>', 'entity'],
    ['<a>&#0;</a>', 'entity'],
    ['<a>&#x110000;</a>', 'entity'],
    ['<a>1 & 2</a>', 'entity'],
    ['<!DOCTYPE a><a/>', 'document type'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'document type'],
    ['<a><!ENTITY b "c"></a>', 'document type'],
    ['<a>'.repeat(300), 'nested deeper'],
  ])('refuses %j: %s', (text, message) => {
    expect(() => tokens(text)).toThrow(message);
    expect(() => tokens(text, 3)).toThrow(message);
  });

  it('refuses a tag without an end instead of keeping it', () => {
    const xml = new Xml('part.xml');
    const feed = () => {
      for (let count = 0; count < 100; count++) {
        xml.push(`${count === 0 ? '<a ' : ''}${'b'.repeat(65_536)}`);
        xml.next();
      }
    };
    expect(feed).toThrow('a tag without an end');
  });

  it('gives the same content however the text is split into chunks', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '&amp;', '&#10;', '\r\n', ' ', ']', '>') });
    const element: fc.Arbitrary<string> = fc.letrec<{ node: string; element: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.constant('<!--x-->'),
        text.map((inner) => `<![CDATA[${inner.replaceAll(']', '')}]]>`),
        tie('element'),
      ),
      element: fc
        .tuple(fc.constantFrom('a', 'x:b', 'row'), fc.array(tie('node'), { maxLength: 4 }))
        .map(([name, nodes]) => `<${name} r="A&lt;1">${nodes.join('')}</${name}>`),
    })).element;
    fc.assert(
      fc.property(element, fc.integer({ min: 1, max: 40 }), (xml, size) => {
        expect(tokens(xml, size)).toEqual(tokens(xml));
      }),
    );
  });
});
