import { once } from '../../contract/remembered.ts';
import { foldWords } from '../words/word-list.ts';

// The sets are built when they are first needed: most sheets have no composition text.

const wordSet = (separator: string, lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.join(separator).split(separator).map(foldWords));

/**
 * Words in the names of product parts, in six languages. A composition may begin with the name of the part that it
 * describes. A label with any other word is not a part name, because it may change the meaning of the composition
 * (`GOTS: 100% cotton`).
 */
const partWords = once(() =>
  wordSet(' ', [
    // English
    'body bodice bottom bra brief bustier cami centre center collar crochet crown cup cuff dress edge elastic embroidery',
    'exterior fabric face filling fill front back gusset hood inner insert inside interlining interior jacket knit knitted',
    'lace leg lining liner lower main marl mesh micro microfiber microfibre outer outside outsole padding pant panty panel',
    'part pocket rib ribbing self shell short side sleeve sole strap string striped stripe tank thong top trim tulle upper',
    'waistband wing woven yoke material outershell g contrast',
    // French
    'bas buste bonnet bordure ceinture col corps culotte dentelle devant dos doublure dessus envers exterieur extérieur face',
    'fond fourrure garnissage haut intérieur jupe maille manche matière bretelle partie pantalon poche principal principale',
    'rembourrage résille semelle tissu tige tulle élastique empiècement capuche côté bord',
    // Italian, Spanish, Portuguese
    'corpo esterno esterna interno interna fodera imbottitura tessuto pizzo principale retro davanti manica polsino suola',
    'tomaia bordo cuerpo exterior interior forro relleno tejido principal encaje delantero espalda manga suela corte',
    'tecido frente costas enchimento renda parte superior inferior exterior sola gáspea',
    // German
    'Obermaterial Oberstoff Hauptmaterial Hauptstoff Futter Innenfutter Füllung Spitze Rücken Vorderteil Rückenteil Ärmel',
    'Bund Bündchen Kragen Kapuze Besatz Einsatz Futterstoff Außenmaterial Innenmaterial Oberteil Unterteil Hose Rock Netz',
    'Laufsohle Decksohle Schaft Steppfüllung Wattierung Taschenfutter Tüll',
  ]),
);

/** Words that join the words of a part name. */
const JOINERS = new Set('and of the et de la du des l d e y di da do della del el und der die'.split(' '));

/** Headings of a whole composition, which are not names of parts. */
const headings = once(() =>
  wordSet(' | ', [
    'composition | material composition | fabric composition | fibre composition | fiber content | materials | compo',
    'matières | composition matière | composizione | composición | composição | Zusammensetzung | Materialzusammensetzung',
  ]),
);

export const isHeading = (label: string): boolean => label === '' || headings().has(foldWords(label));

/** Whether a label names a part of a product: `cup lining`, `body & panty`, `Futter 2`. */
export function isPart(label: string): boolean {
  if (/[;|]/.test(label)) return false;
  const [first, ...others] = foldWords(label.replaceAll(/[:,+]/g, ' ')).split(' ');
  const isWord = (word: string) => partWords().has(word);
  return (
    isWord(first!) &&
    others.length < 6 &&
    others.every((word) => isWord(word) || JOINERS.has(word) || /^\d$/.test(word))
  );
}

/** The name of a part without its punctuation. */
export const partName = (label: string): string =>
  label.replace(/^[\s,;:./|+&()[\]-]+|[\s,;:./|+&()[\]-]+$/g, '').slice(0, 60);
