/** How a format shows a time: which parts, and what of it counts on. */
export interface TimeFormat {
  /** The signs of the format in small letters: `hh:mm` without its literals. */
  readonly signs: string;
  /** The unit that counts on beyond the next one: `[h]:mm`. */
  readonly elapsed: 'h' | 'm' | 's' | null;
  /** AM or PM follows. */
  readonly twelve: boolean;
}

const SECONDS = { h: 3600, m: 60, s: 1 } as const;

/** The time that a format shows of a number of days, as `9:30`; undefined for what a spreadsheet cannot show. */
export function timeText(days: number, { signs, elapsed, twelve }: TimeFormat): string | undefined {
  if (!(days >= 0) || days > 3_000_000) return undefined;
  const total = Math.round(days * 86_400);
  const seconds = elapsed ? total : total % 86_400;
  const parts: string[] = [];
  for (const unit of ['h', 'm', 's'] as const) {
    if (!signs.includes(unit)) continue;
    const count = Math.floor(seconds / SECONDS[unit]);
    const number = unit === elapsed ? count : unit === 'h' ? count % 24 : count % 60;
    const shown = unit === 'h' && twelve ? ((number + 11) % 12) + 1 : number;
    const isWide = parts.length > 0 || signs.includes(unit + unit);
    parts.push(isWide ? String(shown).padStart(2, '0') : String(shown));
  }
  return `${parts.join(':')}${twelve ? (seconds % 86_400 < 43_200 ? ' AM' : ' PM') : ''}`;
}

/** The time of a serial, as `09:30` or `09:30:15`; undefined at midnight. */
export function timeOfDay(serial: number): string | undefined {
  const text = timeText(serial - Math.floor(serial), { signs: 'hh:mm:ss', elapsed: null, twelve: false })!;
  return text === '00:00:00' ? undefined : text.replace(/:00$/, '');
}
