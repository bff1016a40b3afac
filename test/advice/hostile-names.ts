/** Names of files, sheets, records and environments that a shell would interpret if they were pasted without quotes. */
export const HOSTILE_NAMES: readonly string[] = [
  ...['$(touch x)', '`touch x`', "a'b", 'a"b', '-rf', '~', '~/x', 'é è', 'a;b', 'a b', '!!', 'a!b', '%PATH%'],
  ...['%1', '=ls', 'a=~/b', '@file', '@{x=1}', '#x', '{a,b}', 'a,b', 'a&b', 'a|b', 'a>b', 'a<b', '*', '?'],
  ...['[a]', 'a\\b', 'a\\', '\\', '', ' ', '-', '--', '-a.b', '-a:b', "'", "''", "it's $HOME"],
  ...["'; touch x; '", "a'; touch x; 'b$", '\u2019; touch x; \u2019$', '\u2018\u2019\u201a\u201b'],
  ...['\u201c$(touch x)\u201d', 'say \u201ctouch x\u201d', '\u2019 \u201c $x', '\u2013x', '^a^b^', '(a)'],
  ...['1>x', 'a\u00a0b', '数据 😀', 'C:\\dir\\a b.xlsx', 'https://host.example/a%20b?x=1&y=2'],
];
