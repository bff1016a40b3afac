import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { proposeSheet } from '../../src/map/propose.ts';

const FIRST = 'contacts.1.person.firstname';
const LAST = 'contacts.1.person.name';

/** What is proposed for columns beside a code, a name and an e-mail address. */
function persons(headers: readonly string[], ...rows: readonly (readonly string[])[]) {
  const { columns } = proposeSheet({
    ...{ file: 'x.xlsx', sheet: 'Suppliers', kinds: kindsOf('v2'), answers: { kind: 'supplier' } },
    rows: [['Supplier code', 'Company name', ...headers, 'E-mail'], ...rows].map((cells, at) => ({
      ...{ row: at + 1, cells: at === 0 ? cells : [`F-10${at}`, `Mill ${'ABC'[at - 1]} Ltd`, ...cells] },
    })),
  });
  return columns.slice(2, -1).map(({ target, likely }) => target ?? `${likely}?`);
}

describe('names of persons', () => {
  test('are shown by the e-mail addresses in their rows, whatever their headers say', () => {
    expect(
      persons(
        ['Xx', 'Yy'],
        ['Inês', 'Magalhães', 'ines.magalhaes@ave.example'],
        ['Rui', 'Costa', 'rcosta@minho.example'],
        ['Loïc', 'Besnard', 'loic.besnard@gier.example'],
      ),
    ).toEqual([`${FIRST}?`, `${LAST}?`]);
  });

  test.each([
    ['Nome Rif.', 'Cognome Rif.', `${LAST}?`],
    ['Yetkili ad', 'Yetkili soyad', LAST],
    ['Contacto (nombre)', 'Contacto (apellido)', LAST],
    ['Jméno kontaktu', 'Příjmení kontaktu', LAST],
  ])('%s beside last names has first names', (first, last, name) => {
    const rows = [
      ['Ana', 'Silva', 'orders@a.example'],
      ['Rosa', 'Moreau', 'info@b.example'],
      ['Petr', 'Novák', 'office@c.example'],
    ];
    expect(persons([first, last], ...rows)).toEqual([`${FIRST}?`, name]);
  });

  test('are those of one contact, although the header of the first name has the word for a name', () => {
    const rows = [
      ['Nguyễn Thị', 'Hương', 'huong.nt@a.example'],
      ['Phạm Anh', 'Tuấn', 'tuan.pa@b.example'],
      ['Lê Phú', 'Cường', 'in@c.example'],
    ];
    expect(persons(['Họ và đệm người liên hệ', 'Tên người liên hệ'], ...rows)).toEqual([
      `${LAST}?`,
      `${FIRST}?`,
    ]);
  });

  test('that an address contains as a whole are no first names', () => {
    const rows = [
      ['Ana Silva', 'ana.silva@a.example'],
      ['Rosa Moreau', 'rosa.moreau@b.example'],
      ['Petr Novák', 'petr.novak@c.example'],
    ];
    expect(persons(['Contact'], ...rows)).toEqual([`${LAST}?`]);
  });

  test('are not cities, even beside last names', () => {
    const rows = [
      ['Porto', 'Silva', 'silva@a.example'],
      ['Lyon', 'Moreau', 'moreau@b.example'],
      ['Brno', 'Novák', 'novak@c.example'],
    ];
    expect(persons(['Xx', 'Last name'], ...rows)).toEqual(['ignore?', LAST]);
  });
});
