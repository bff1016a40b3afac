/** How a format shows a time. */
export interface TimeFormat {
  /** The format in lower case without literals: `hh:mm`. */
  readonly pattern: string;
  /** The unit of elapsed time, which is not limited by the next larger unit: `[h]:mm` shows 25:00. */
  readonly elapsed: 'h' | 'm' | 's' | null;
  /** Whether AM or PM follows. */
  readonly twelve: boolean;
}

const SECONDS = { h: 3600, m: 60, s: 1 } as const;

/** Formats a number of days as a time such as `9:30`; undefined if a spreadsheet cannot show it. */
export function timeText(days: number, { pattern, elapsed, twelve }: TimeFormat): string | undefined {
  if (!(days >= 0) || days > 3_000_000) return undefined;
  const total = Math.round(days * 86_400);
  const seconds = elapsed ? total : total % 86_400;
  const parts: string[] = [];
  for (const unit of ['h', 'm', 's'] as const) {
    if (!pattern.includes(unit)) continue;
    const count = Math.floor(seconds / SECONDS[unit]);
    const number = unit === elapsed ? count : unit === 'h' ? count % 24 : count % 60;
    const shown = unit === 'h' && twelve ? ((number + 11) % 12) + 1 : number;
    const isWide = parts.length > 0 || pattern.includes(unit + unit);
    parts.push(isWide ? String(shown).padStart(2, '0') : String(shown));
  }
  return `${parts.join(':')}${twelve ? (seconds % 86_400 < 43_200 ? ' AM' : ' PM') : ''}`;
}

/** The time of a serial as `09:30` or `09:30:15`; undefined at midnight. */
export function timeOfDay(serial: number): string | undefined {
  const text = timeText(serial - Math.floor(serial), { pattern: 'hh:mm:ss', elapsed: null, twelve: false })!;
  return text === '00:00:00' ? undefined : text.replace(/:00$/, '');
}
