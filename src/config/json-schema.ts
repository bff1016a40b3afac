import { z } from 'zod';
import { configSchema } from './schema.ts';

/** The name of the file with the JSON schema that `trace init` writes beside a configuration. */
export const SCHEMA_FILE = 'trace.config.schema.json';

/** The first line of a configuration in YAML: editors find the schema by it. */
export const SCHEMA_LINE = `# yaml-language-server: $schema=./${SCHEMA_FILE}\n`;

/** The JSON schema of the configuration, as text. Values that only code can check are missing in it. */
export function configJsonSchema(): string {
  const schema = z.toJSONSchema(configSchema.meta({ title: 'Configuration of trace' }), {
    target: 'draft-2020-12',
    io: 'input',
  });
  return `${JSON.stringify(schema, null, 2)}\n`;
}
