/** Whether a name matches a pattern in which `*` stands for any characters and `?` for one; case is ignored. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [glob, text] = [pattern, name].map((one) => [...one.normalize('NFC').trim().toLowerCase()]) as [
    string[],
    string[],
  ];
  let at = 0;
  let star = -1;
  let from = 0;
  for (let read = 0; read < text.length; ) {
    if (glob[at] === '*') {
      star = at++;
      from = read;
    } else if (glob[at] === '?' || glob[at] === text[read]) {
      at++;
      read++;
    } else if (star >= 0) {
      at = star + 1;
      read = ++from;
    } else return false;
  }
  while (glob[at] === '*') at++;
  return at === glob.length;
}
