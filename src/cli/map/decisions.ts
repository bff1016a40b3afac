/** A value for a field that no column fills: the same for all rows, or a text made of other cells. */
export interface FieldDecision {
  readonly section: 'constants' | 'keys';
  readonly text: string;
  readonly by?: DecidedBy;
}

/** The column that a person named for a field without one. With its header, an answer in a workbook fits no other column. */
export interface FieldColumn {
  readonly column: number;
  readonly header: string;
}

/** How a line of the map file came to be, if trace is not certain of it by itself. */
export type DecidedBy = 'accepted' | 'decided';

/** The type of the value that answers a question of each type. */
interface DecisionValues {
  readonly kind: string;
  readonly row: number;
  readonly column: string;
  /** The target that a person took away from a column. */
  readonly doubt: string;
  readonly unit: string;
  readonly field: FieldDecision;
  readonly word: string;
  readonly setting: string;
  readonly separator: string;
  readonly differing: 'add-up' | 'repeat' | 'first';
  readonly fill: 'above' | 'blank';
  readonly group: 'one-record' | 'each-row';
}

/**
 * What is decided about a sheet, by the type of a question and its subject: the index of a column, a field, a `wordId`
 * or a `settingId`. Null means: leave it open.
 */
export class Decisions {
  readonly #values = new Map<string, unknown>();
  readonly #accepted = new Set<string>();

  /** `isAccepted`: it was accepted with others. */
  decide(type: keyof DecisionValues, subject: string | number, value: unknown, isAccepted = false): void {
    this.#values.set(`${type} ${subject}`, value);
    if (isAccepted) this.#accepted.add(`${type} ${subject}`);
  }

  get<Type extends keyof DecisionValues>(
    type: Type,
    subject: string | number = '',
  ): DecisionValues[Type] | null | undefined {
    return this.#values.get(`${type} ${subject}`) as DecisionValues[Type] | null | undefined;
  }

  /** Who decided: a person, or what was accepted together. Undefined if nothing is decided. */
  by(type: keyof DecisionValues, subject: string | number = ''): DecidedBy | undefined {
    if (this.#accepted.has(`${type} ${subject}`)) return 'accepted';
    return this.get(type, subject) == null ? undefined : 'decided';
  }

  /** What is decided about columns, by their index. */
  byColumn(type: 'column' | 'separator'): Map<number, string> {
    return new Map(
      [...this.#values].flatMap(([key, value]) =>
        key.startsWith(`${type} `) && typeof value === 'string'
          ? [[Number(key.slice(type.length + 1)), value]]
          : [],
      ),
    );
  }
}
