import { describe, expect, test } from 'vitest';
import { withEnvironment } from '../../src/config/add-environment.ts';
import { configJsonSchema } from '../../src/config/json-schema.ts';
import { contentOf } from '../../src/config/load.ts';

const OWN = { baseUrl: 'https://api.example.com', tokenEnv: 'TOKEN' };

/** Configurations with comments in each place, in the forms that persons write. */
const FILES: Readonly<Record<string, string>> = {
  nothing: '',
  'only a comment': '# ours\n',
  'one environment': 'environments:\n  # why\n  a:\n    baseUrl: http://127.0.0.1:1 # here\n\n# end\n',
  'no environments': '# head\nignoreColumns: [Notes, Logo] # these\n',
  'four spaces': 'environments:\n    a:\n        baseUrl: http://127.0.0.1:1\n# after\nmap: m.yaml\n',
  'flow style': 'environments: { a: { baseUrl: "http://127.0.0.1:1" } } # one line\n',
  'Windows lines': 'environments:\r\n  a: # x\r\n    baseUrl: http://127.0.0.1:1\r\n',
};

describe('an environment is added to a configuration', () => {
  test.each(Object.entries(FILES))('%s: comments and values stay', async (_, text) => {
    const before = (await contentOf('c.yaml', text)) ?? {};
    const after = withEnvironment(text, 'new', OWN);
    expect(await contentOf('c.yaml', after)).toEqual({
      ...before,
      environments: { ...before.environments, new: OWN },
    });
    const comments = (all: string) => all.match(/# \w+( \w+)*/g) ?? [];
    expect(comments(after)).toEqual(comments(text));
    expect(/(?<!\r)\n/.test(after)).toBe(!text.includes('\r'));
    if (text.startsWith('environments:\n    a')) expect(after).toContain('\n        baseUrl: https://api');
  });

  test.each(['0123', '2026-11-21', 'yes', 'null', '1e3', '- a', 'a: b # c', "l'été", '{x}', '*x', '~'])(
    'the batch %s is read as this text',
    async (batch) => {
      const content = await contentOf('c.yaml', withEnvironment('', 'new', { ...OWN, batch }));
      expect(content?.environments?.new?.batch).toBe(batch);
    },
  );
});

test('the schema describes the keys of an environment and refuses others', () => {
  const { properties } = JSON.parse(configJsonSchema());
  const { additionalProperties } = properties.environments;
  expect(additionalProperties).toMatchObject({
    additionalProperties: false,
    properties: { baseUrl: { format: 'uri' }, inDoubt: { enum: ['verify', 'hold', 'resend'] } },
  });
});
