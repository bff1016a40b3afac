import type { Body } from '../src/contract/kind.ts';
import { BATCH, plain } from './fixture-house.ts';

/** ref | name | category | street | more | city | area | postal code | country | first name, last name, language */
const SITES = `
FRN-0001|Atelier de Couture Évreux|MANUFACTURING - Ready To Wear|14 rue des Tanneurs||Évreux|Eure|27000|FR|Claire Lemoine fr
FRN-0002|Confections du Bocage|MANUFACTURING - Ready To Wear|3 zone artisanale des Landes|Bâtiment C|Flers|Orne|61100|FR|Mathieu Péan fr
FRN-0003|Confecções Serra d'Arga Lda|MANUFACTURING - Ready To Wear|Rua do Souto 118||Guimarães|Braga|4810-251|PT|Inês Carvalhal pt
FRN-0004|Malhas Ribeira Nova S.A.|MANUFACTURING - Ready To Wear|Avenida da Indústria 902|Lote 7|Barcelos|Braga|4750-180|PT|Rui Fontes pt
FRN-0005|Güneş Dokuma Konfeksiyon|MANUFACTURING - Ready To Wear|Çınar Sokak 21|Kat 2|Denizli|Denizli|20010|TR|Elif Karaağaç tr
FRN-0006|Saraswati Garments Pvt Ltd|MANUFACTURING - Ready To Wear|Plot 48, Textile Park Road|Phase II|Tiruppur|Tamil Nadu|641604|IN|Anjali Raman en
FRN-0007|Tessitura Valsesia S.p.A.|TRANSFORMATION - Weaving|Via Torino 12|Zona industriale|Borgosesia|Vercelli|13011|IT|Giulia Ferraris it
FRN-0008|Tintoria del Lario S.r.l.|TRANSFORMATION - Dyeing|Via dei Gelsi 5||Como|Como|22100|IT|Marco Bellandi it
FRN-0009|Maglificio Appennino|TRANSFORMATION - Knitting|Strada Provinciale 33||Carpi|Modena|41012|IT|Chiara Montorsi it
FRN-0010|Seta Brianza & Figli|TRANSFORMATION - Weaving|Via Manzoni 77/B||Cantù|Como|22063|IT|Andrea Galbiati it
FRN-0011|Stamperia Cerchio Blu|TRANSFORMATION - Printing|Via del Lavoro 9|Capannone 4|Fino Mornasco|Como|22073|IT|Sara Colzani it
FRN-0012/B|Filature des Monts de Lacaune|TRANSFORMATION - Spinning|Route de la Filature||Mazamet|Tarn|81200|FR|Hélène Cabrol fr
FRN-0013|Coopérative Lin du Pays de Caux|RAW MATERIAL - Harvesting|220 route de Dieppe||Doudeville|Seine-Maritime|76560|FR|Benoît Lefèvre fr
FRN-0014|Nile Valley Cotton Growers|RAW MATERIAL - Harvesting|Canal Road 4||Kafr El Sheikh|Kafr El Sheikh|33511|EG|Mona Sherif en
FRN-0015|Tannerie Basse-Vienne|RAW MATERIAL - Tanning|27 quai des Mégissiers||Saint-Junien|Haute-Vienne|87200|FR|Olivier Dauriat fr
FRN-0016|Conceria Valdelsa Nuova|RAW MATERIAL - Tanning|Via dell'Artigianato 41||Santa Croce sull'Arno|Pisa|56029|IT|Lorenzo Bandini it
FRN-0017|Curtidos del Segura S.L.|TRANSFORMATION - Leather Finishing|Polígono Serrata, nave 16||Lorca|Murcia|30800|ES|Lucía Navarro es
FRN-0018|Calzaturificio Riva Brenta|MANUFACTURING - Shoe|Via Argine 210||Stra|Venezia|30039|IT|Paolo Zanin it
FRN-0019|Calçados Vale do Ave|MANUFACTURING - Shoe Stitching|Rua da Fábrica 33||Felgueiras|Porto|4610-117|PT|Tiago Meireles pt
FRN-0020|Solas Atlântico Lda|MANUFACTURING - Shoe Finishing|Rua Nova 6||São João da Madeira|Aveiro|3700-301|PT|Marta Soeiro pt
FRN-0021|Confecções Ribeiro Lda|MANUFACTURING - Ready To Wear|Rua das Oliveiras 45||Vila Nova de Famalicão|Braga|4760-127|PT|Sofia Ribeiro pt
Maroquinerie Périgord 2|Maroquinerie du Périgord Vert|MANUFACTURING - Leather Goods|5 impasse du Cuir|Site de Nontron|Nontron|Dordogne|24300|FR|Aurélie Faure fr
FRN-0023|Pelletteria Scandicci Uno|MANUFACTURING - Leather Goods|Via delle Fonti 88||Scandicci|Firenze|50018|IT|Elena Nardi it
FRN-0024|Marroquinería Ubrique Sierra|MANUFACTURING - Leather Goods|Calle de los Curtidores 3||Ubrique|Cádiz|11600|ES|Javier Romero es
FRN-0025|Bottoni Bergamo S.r.l.|TRANSFORMATION - Plastic Shaping|Via Bottoni 1||Grumello del Monte|Bergamo|24064|IT|Davide Belotti it
FRN-0026|Métaux du Haut-Jura|TRANSFORMATION - Metal Shaping|12 rue du Progrès||Saint-Claude|Jura|39200|FR|Nathalie Prost fr
FRN-0027|Reißverschluss Albtal GmbH|TRANSFORMATION - Metal Shaping|Industriestraße 19||Ettlingen|Baden-Württemberg|76275|DE|Jörg Häberle de
FRN-0028|Rubans et Étiquettes de Comines|TRANSFORMATION - Braiding|61 chaussée d'Ypres||Comines|Hainaut|7780|BE|Luc Vandamme fr
FRN-0029|Nici Łódzkie Sp. z o.o.|TRANSFORMATION - Twisting|ul. Włókiennicza 7||Łódź|Łódź|90-001|PL|Małgorzata Wiśniewska pl
FRN-0030|Sichuan Hengmei Silk Co., Ltd.|RAW MATERIAL - Preparation|No. 18 Sangyuan Road|Building 3|Nanchong|Sichuan|637000|CN|Wei Zhao zh
FRN-0031|Dhaka Green Knit Ltd|TRANSFORMATION - Knitting|Holding 12, Zirabo|Ashulia|Savar|Dhaka|1341|BD|Farhana Akter en
FRN-0032|Long Phú Footwear JSC|MANUFACTURING - Shoe|Lot B7, Long Phu Industrial Zone||Bien Hoa|Dong Nai|810000|VN|Minh Tran vi
FRN-0033|Broderies de Casablanca|TRANSFORMATION - Embroidery|44 boulevard des Ateliers||Casablanca|Casablanca-Settat|20250|MA|Yasmine Berrada fr
FRN-0034|Délavage Sahel SARL|TRANSFORMATION - Laundry|Zone industrielle route de Sousse||Ksar Hellal|Monastir|5070|TN|Karim Ben Amor fr
FRN-0035|Polímeros Reciclados Ebro|RAW MATERIAL - Mechanical Recycling|Carretera de Logroño km 8||Zaragoza|Zaragoza|50011|ES|Raquel Ibáñez es
FRN-0036|Cartonnages de la Marne|OTHER - Packaging|9 rue du Papier||Épernay|Marne|51200|FR|Sylvie Maillard fr
FRN-0037|Merino Downs Cooperative|RAW MATERIAL - Breeding|1120 Plains Highway||Omarama|Otago|9412|NZ|Hamish Reid en
FRN-0038|Aurore Sourcing Asia|OTHER - Agent/Buying Office|Unit 1203, Harbour View Centre|88 Wharf Road|Hong Kong|Kowloon|999077|HK|Karen Lau en
ENT-01|Entrepôt Val de Seine|OTHER - Warehouse|8 rue des Entrepôts|Quai 12|Gennevilliers|Hauts-de-Seine|92230|FR|Didier Marchand fr
ENT-02|Magazzino Piacenza Est|OTHER - Warehouse|Via della Logistica 4||Piacenza|Piacenza|29122|IT|Federica Rossetti it
`;

const AREAS: Readonly<Record<string, string>> = {
  ...{ TR: 'ASIA', IN: 'ASIA', CN: 'ASIA', BD: 'ASIA', VN: 'ASIA', HK: 'ASIA' },
  ...{ EG: 'AFRICA', MA: 'AFRICA', TN: 'AFRICA', NZ: 'OCEANIA' },
};
const DIALLING: Readonly<Record<string, string>> = {
  ...{ FR: '+33', PT: '+351', TR: '+90', IN: '+91', IT: '+39', EG: '+20', ES: '+34', DE: '+49', BE: '+32' },
  ...{ PL: '+48', CN: '+86', BD: '+880', VN: '+84', MA: '+212', TN: '+216', NZ: '+64', HK: '+852' },
};
const CERTIFICATES: Readonly<Record<string, readonly string[]>> = {
  MANUFACTURING: ['SA8000', 'BSCI GRADE A', 'ICS GRADE B', 'WRAP GOLD'],
  'RAW MATERIAL': ['GOTS', 'LWG', 'RWS', 'GRS', 'BCI'],
  TRANSFORMATION: ['ISO 14001', 'ZDHC LEVEL 3', 'REACH', 'GRS'],
  OTHER: ['FSC', 'ISO 9001'],
};
const NOTES: Readonly<Record<string, string>> = {
  'FRN-0001': 'Audité au printemps 2026, rapport disponible.',
  'FRN-0016': 'Station d’épuration partagée avec le district.',
  'FRN-0038': 'Buying office only: no production on site',
};

/** 40 suppliers of the invented brand, two of which are warehouses. */
export function suppliers(): Body[] {
  return SITES.trim().split('\n').map(supplier);
}

function supplier(line: string, at: number): Body {
  const [ref, name, category, street, more, city, area, postalCode, country, contact] = line.split('|') as [
    ...[string, string, string, string, string, string, string, string, string, string],
  ];
  const note = NOTES[ref];
  return {
    projectType: 'STANDARD',
    supplierRef: ref,
    name,
    category,
    address: {
      label: `${street}, ${postalCode} ${city}`,
      street,
      ...(more ? { additionalStreet: more } : {}),
      city,
      administrativeArea: area,
      postalCode,
      country,
      region: AREAS[country] ?? 'EUROPE',
    },
    contacts: contacts(contact, country, at),
    ...certifications(category, at),
    importationBatch: BATCH,
    ...(note ? { additionalInformation: note } : {}),
  };
}

function contacts(contact: string, country: string, at: number): Body[] {
  const words = contact.split(' ');
  const [firstname, language] = [words[0]!, words.at(-1)!];
  const last = words.slice(1, -1).join(' ');
  const domain = at % 3 === 0 ? 'example.org' : 'example.com';
  const phone = `${DIALLING[country]} 00 ${String(10 + at)} 00 ${String(90 - at)}`;
  const email = `${plain(firstname)}.${plain(last)}@${domain}`;
  const person = { person: { firstname, name: last, email, language, phone } };
  const second = { person: { name: 'Qualité', email: `qualite.${plain(last)}@${domain}` } };
  return at % 13 === 0 ? [person, second] : [person];
}

function certifications(category: string, at: number): Body {
  if (at % 4 === 3) return {};
  const names = CERTIFICATES[category.split(' - ')[0]!]!;
  const dated = (type: string, year: number): Body => ({
    type,
    date_start: `${year}-0${1 + (at % 9)}-15`,
    date_end: `${year + 2}-0${1 + (at % 9)}-14`,
    file: `https://docs.example.com/certificates/${plain(type)}-${String(at + 1).padStart(4, '0')}.pdf`,
  });
  const first = dated(names[at % names.length]!, 2025);
  const second = at % 5 === 0 ? [{ type: names[(at + 1) % names.length]!, date_start: '2026-02-01' }] : [];
  return { certifications: [first, ...second] };
}
