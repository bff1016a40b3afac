import { flagError } from '../../errors.ts';
import { say } from '../../say.ts';

/**
 * The port that `--port` names; 0 is any free one.
 *
 * @throws TraceError `flag-value`
 */
export function portOf(value: string | undefined, byDefault: number): number {
  if (value === undefined) return byDefault;
  const port = value === '' ? Number.NaN : Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw flagError(say().ports.port({ value }));
}
