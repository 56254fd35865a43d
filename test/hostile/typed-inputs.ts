import { type Input, inputs } from './input.ts'

const zeroWidth = '\u200B'

const withEach = (before: string, values: readonly string[], after = ''): readonly string[] =>
  values.map((value) => `${before}${value}${after}`)

const clip = 'clip:https://cdn.example/a.mp3'
const noCredits =
  'Credits must be a number from 0 to 1,000,000 with up to 6 decimal places, such as 2.50.\nNothing was changed.'
const noTime = 'must be a time of up to 10 hours, such as 1:23.5, 83.5s or 1m05s.\nNothing was charged.'
const noZone = {
  discord: 'Time zone must be a name such as Europe/Berlin, America/New\\_York or UTC.\nNothing was changed.',
  slack: 'Time zone must be a name such as Europe/Berlin, America/New_York or UTC.\nNothing was changed.',
}

/** What the fields of commands refuse, each with the words of the refusal. Nothing of this reaches the service. */
export const typedInputs: readonly Input[] = [
  ...inputs('number', 'Takes must be 1 or 2.\nNothing was charged.', [
    ...withEach('music a song takes:', [
      '0',
      '3',
      '-1',
      '-0',
      '1.5',
      '1.0',
      '1,0',
      '1e0',
      '1e309',
      '0x1',
      '0b1',
    ]),
    ...withEach('music a song takes:', [
      'NaN',
      'Infinity',
      'null',
      'undefined',
      'true',
      'two',
      '½',
      '2n',
      '1_',
    ]),
    ...withEach('music a song takes:', ['""', '"   "', '"1 2"', '[1]', '{}', '1;2', "1'", '--1', '1%']),
    'music a song takes:999999999999999999999999',
    'music a song takes:1 takes:2',
  ]),
  ...inputs('number', 'Page must be a whole number from 1 to 999.', [
    ...withEach('jobs mine page:', ['0', '1000', '-1', '1e2', 'a']),
  ]),
  ...inputs(
    'amount',
    noCredits,
    [
      ...withEach('budget limit credits:', [
        '-1',
        '-0.01',
        '--5',
        '5-',
        '"5 5"',
        '1e3',
        '1e-7',
        '9e99',
        '0x10',
      ]),
      ...withEach('budget limit credits:', ['NaN', 'Infinity', '∞', 'five', '½', '1/2', '$5', '5¢', '""']),
      ...withEach('budget limit credits:', [
        '0.0000001',
        '1.000.000',
        '1,000,000',
        '0,5',
        '1_000',
        '1000000.000001',
      ]),
      'budget limit credits:1000000000000',
    ],
    'admin',
  ),
  ...inputs('choice', 'Gender must be one of: male, female, neutral.\nNothing was charged.', [
    ...withEach('music a song gender:', [
      'x',
      '1',
      '""',
      '"Male "',
      '"fe male"',
      'mal',
      'male|female',
      'male,female',
    ]),
    ...withEach('music a song gender:', ['__proto__', 'constructor', 'toString', 'ｍａｌｅ']),
  ]),
  ...inputs('choice', 'Model must be one of: v6, v6-pro, v7, v7-pro.\nNothing was charged.', [
    ...withEach('music a song model:', ['v8', 'v7-pro;', '../v7']),
  ]),
  ...inputs('choice', 'Instrumental must be yes or no.\nNothing was charged.', [
    ...withEach('music a song instrumental:', ['"yes please"', '2', 'maybe', '""']),
  ]),
  ...inputs('missing or clashing', 'No option "styl" here. Did you mean "style"?\nNothing was charged.', [
    'music a song styl:jazz',
  ]),
  ...inputs('missing or clashing', 'Instrumental songs have no singing. Turn off Instrumental or remove', [
    'music a song instrumental:yes vocals_only:yes',
    'music a song instrumental:yes lyrics:"la la"',
  ]),
  ...inputs('missing or clashing', '/jobs can do several things.', ['jobs frobnicate']),
  ...inputs(
    'prototype',
    '/jobs can do several things.',
    withEach('jobs ', ['__proto__', 'constructor', 'then']),
  ),
  ...inputs('time', `Start ${noTime}`, [
    ...withEach(`cut ${clip} end:2 start:`, [
      '-1',
      '1:99',
      '0:60',
      '99:99:99',
      '24:00:01',
      '1:2:3:4',
      '1::2',
      ':',
    ]),
    ...withEach(`cut ${clip} end:2 start:`, [
      'noon',
      'NaN',
      '∞',
      '1e3',
      '0x10',
      '1.2.3',
      '1m2h',
      '1h1h',
      '5s5s',
    ]),
  ]),
  ...inputs('time', 'End (0:02) must come after Start (0:05). Change one of them.\nNothing was charged.', [
    `cut ${clip} start:5 end:2`,
    `cut ${clip} start:５ end:２`,
  ]),
  ...inputs('time', 'End (0:02) must come after Start (0:02).', [`cut ${clip} start:2 end:2`]),
  ...inputs(
    'date',
    "isn't a month. Write it like 2026-06.\nNothing was exported.",
    [
      ...withEach('budget statement month:', [
        '2026-13',
        '2026-00',
        '0000-01',
        '1969-12',
        '2026-1',
        '26-06',
        'NaN',
      ]),
      ...withEach('budget statement month:', [
        '2026-06-31',
        '"June 2026"',
        '-2026-06',
        '2026/06',
        '999999-01',
      ]),
      'budget statement month:２０２６-０６',
    ],
    'admin',
  ),
  ...inputs(
    'date',
    noZone,
    withEach('budget limit credits:5 period:month zone:', [
      'Mars/Phobos',
      'UTC+25',
      '../etc',
      'GMT+1',
      'Europe/Berlin;',
      '__proto__',
    ]),
    'admin',
  ),
  ...inputs(
    'pattern',
    'has no letters or digits. Add some, or remove it.',
    ['*', '?', '"***"', '"\\"'].map((pattern) => `settings words words:${pattern}`),
    'admin',
  ),
  ...inputs(
    'pattern',
    'is too long (max 60 characters).',
    [`settings words words:${'a'.repeat(61)}`],
    'admin',
  ),
  ...inputs('text', 'Prompt is empty. Type something.\nNothing was charged.', [
    ...withEach('music "', ['   ', zeroWidth, '\u0007\u001B', '\u3164\u2800', '\u{E0068}\u{E0069}'], '"'),
    ...withEach('music "', ['\u200D\u200C', '\u202E\u2066', '\u2060\uFEFF', '\u{1D159}', '\uFE0F'], '"'),
    'music “”',
  ]),
  ...inputs('text', 'Job is 101 characters long (max 100). Shorten it.', [
    `jobs show job:${'x'.repeat(101)}`,
  ]),
]

const noJob = (discord: string, slack = discord): Input['told'] => ({
  discord: `No job called "${discord}" here. See yours with /jobs mine.`,
  slack: `No job called "${slack}" here. See yours with /jobs mine.`,
})

/** What is typed, and how it stands in an answer that repeats it: Discord's markup is escaped, Slack's can't be read. */
const repeatedInputs: readonly (readonly [typed: string, discord: string, slack?: string])[] = [
  ['@everyone', '@everyone'],
  ['<!channel>', '<!channel>'],
  ['<!here>', '<!here>'],
  ['<@&1>', 'a group', '<@&1>'],
  ['<@123456789012345678>', 'someone'],
  ['<!subteam^S123>', '<!subteam^S123>', 'a group'],
  [
    '[click](https://evil.example)',
    String.raw`\[click](https://evil.example)`,
    '[click](https://evil.example)',
  ],
  ['**bold**', String.raw`\*\*bold\*\*`, '**bold**'],
  ['~~x~~', String.raw`\~\~x\~\~`, '~~x~~'],
  ['||x||', String.raw`\|\|x\|\|`, '||x||'],
  ['`x`', '\\`x\\`', '`x`'],
  ['</music:1>', '/music', '</music:1>'],
  ['<t:1:R>', '1970-01-01 00:00 UTC', '<t:1:R>'], // as it is read in the chat
  ['&lt;!channel&gt;', '&lt;!channel&gt;'],
  ['&amp;', '&amp;'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['<script>alert(1)</script>', String.raw`<script>alert(1)\</script>`, '<script>alert(1)</script>'],
  ['{{credits}}', '{{credits}}'],
  ['$t(x)', '$t(x)'],
  ['%s%n', '%s%n'],
  ['\u202Egpj.exe', 'gpj.exe'],
  ['a\u0000b', 'ab'],
  ['a\u001B[31mb', String.raw`a\[31mb`, 'a[31mb'],
  [`a${zeroWidth}b`, 'ab'],
  ['\u{E0041}b', 'b'],
  [`a${'\u0301'.repeat(60)}`, `a${'\u0301'.repeat(8)}`],
]

const keys = [
  '*',
  'b01x*',
  '{b}:c',
  '\\r\\nFLUSHALL',
  '../../x',
  "' or 1=1 --",
  '%00',
  'a:b:c',
  '.1',
  'aaaaaaaa.0',
  '__proto__',
]

/** What is repeated in an answer can't call anybody, link anywhere or reach beyond its quotation marks. */
export const echoedInputs: readonly Input[] = [
  ...repeatedInputs.flatMap(([typed, discord, slack]) =>
    inputs('markup', noJob(discord, slack), [`jobs show job:"${typed}"`]),
  ),
  ...keys.flatMap((key) =>
    inputs('name of a key', noJob(key.replaceAll(/[\\*_]/g, '\\$&'), key), [`jobs show job:"${key}"`]),
  ),
]
