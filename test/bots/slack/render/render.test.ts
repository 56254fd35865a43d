import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { limits } from '../../../../sandbox/slack/limits.ts'
import { textLength } from '../../../../sandbox/slack/validation/block-rules.ts'
import { messageBlock } from '../../../../sandbox/slack/validation/blocks.ts'
import { type RenderedMessage, render, withLinks } from '../../../../src/bots/slack/render/render.ts'
import type { Block, Button, Fact, ResultMessage } from '../../../../src/core/message/message.ts'
import { arbitraryMessage } from '../../../support/commands/arbitrary-message.ts'
import { allCommands } from '../../../support/commands/commands.ts'
import { outcomeOf } from '../../../support/service/outcome.ts'
import { runs } from '../../../support/suite/runs.ts'

const message = (changes: Partial<ResultMessage> = {}): ResultMessage => ({
  text: 'Your song is ready.',
  tone: 'done',
  blocks: [],
  ...changes,
})

const file = (name: string) => ({ url: 'https://cdn.example/1.mp3', name })
const audio = (name: string, title = 'Take 1'): Block => ({ kind: 'audio', title, file: file(name) })
const head = (text: string, mark = 'white_check_mark') => ({
  type: 'rich_text',
  elements: [
    {
      type: 'rich_text_section',
      elements: [
        { type: 'emoji', name: mark },
        { type: 'text', text: ` ${text}` },
      ],
    },
  ],
})

describe('a message', () => {
  test.each([
    ['working', 'hourglass_flowing_sand'],
    ['done', 'white_check_mark'],
    ['failed', 'warning'],
  ] as const)('of a text alone is that text, and its tone (%s) is a mark before it', (tone, mark) => {
    expect(render(message({ tone }))).toEqual({
      text: 'Your song is ready.',
      blocks: [head('Your song is ready.', mark)],
      uploads: [],
    })
  })

  test('has words that it quotes below a heading', () => {
    const blocks: Block[] = [
      { kind: 'quote', title: 'The words', text: 'Oh the sea\n> *so* blue\n' },
      { kind: 'quote', title: 'Nothing', text: ' ' },
    ]
    expect(render(message({ blocks })).blocks.slice(1)).toEqual([
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [{ type: 'text', text: 'The words', style: { bold: true } }],
          },
          { type: 'rich_text_quote', elements: [{ type: 'text', text: 'Oh the sea\n> *so* blue' }] },
        ],
      },
    ])
  })

  test('names who asked without calling them, whatever they are called', () => {
    const { text, blocks } = render(message({ askedBy: 'U1' }), { asker: '<!channel> & @Mia' })
    expect(text).toBe('Your song is ready.\nby &lt;!channel&gt; &amp; @Mia')
    expect(blocks).toEqual([head('Your song is ready.\nby <!channel> & @Mia')])
    expect(render(message({ askedBy: 'U1' })).text).toBe('Your song is ready.')
  })

  test('lets no value look like the next fact', () => {
    const facts = [{ label: 'Prompt', value: 'the sea\nCredits: 0.00 used' }]
    expect(JSON.stringify(render(message({ blocks: [{ kind: 'facts', facts }] })))).toContain(
      '"the sea Credits: 0.00 used"',
    )
  })

  test('has what is known of it below its text, small and on one line, with who asked', () => {
    const line: Block = {
      kind: 'line',
      facts: [
        { label: '', value: '“the sea & salt”\nby nobody' },
        { label: 'Ready', value: { atMs: 1_781_524_800_499, isSoon: true } },
        { label: 'Job', value: '3f2akd7c' },
        { label: 'From', value: [{ kind: 'channel', id: 'C01' }] },
        { label: '', value: ' ' },
      ],
    }
    const { blocks } = render(message({ blocks: [line], askedBy: 'U1' }), { asker: 'Mia' })
    const ready = '<!date^1781524800^{ago}|2026-06-15 12:00 UTC>'
    const text = `“the sea &amp; salt” by nobody · by Mia · Ready: ${ready} · Job:\u00a03f2akd7c · From: <#C01>`
    expect(blocks).toEqual([
      head('Your song is ready.'),
      { type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] },
    ])
  })

  test('shows where a message is by its channel', () => {
    const at = { platform: 'slack', channel: 'C01', message: '1.2' } as const
    const value = ['in ', { kind: 'message', server: 'T01', message: at } as const]
    expect(
      JSON.stringify(render(message({ blocks: [{ kind: 'facts', facts: [{ label: 'x', value }] }] }))),
    ).toContain('{"type":"channel","channel_id":"C01"}')
  })

  test('begins a line only where the value does so itself, and then below the label', () => {
    const value = ['/music: a song\nPrice: none', { kind: 'break' }, '/tts: a reading'] as const
    expect(
      render(message({ blocks: [{ kind: 'facts', facts: [{ label: 'New', value }] }] })).blocks[1],
    ).toEqual({
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'New\n', style: { bold: true } },
            { type: 'text', text: '/music: a song Price: none' },
            { type: 'text', text: '\n' },
            { type: 'text', text: '/tts: a reading' },
          ],
        },
      ],
    })
  })

  test('shows who and where is meant by the names they have, and a text as a text', () => {
    const value = [
      ...[{ kind: 'member', id: 'U01' } as const, ' gave ', { kind: 'channel', id: 'C01' } as const],
      ...[{ kind: 'group', id: 'S01' } as const, ': <@U02>', { kind: 'member', id: '@ada' } as const],
    ]
    expect(
      render(message({ blocks: [{ kind: 'facts', facts: [{ label: 'x', value }] }] })).blocks[1],
    ).toEqual({
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'x: ', style: { bold: true } },
            { type: 'user', user_id: 'U01' },
            { type: 'text', text: ' gave ' },
            { type: 'channel', channel_id: 'C01' },
            { type: 'usergroup', usergroup_id: 'S01' },
            { type: 'text', text: ': <@U02>' },
            { type: 'text', text: '@ada' },
          ],
        },
      ],
    })
  })

  test('has a block for each fact where one is a paragraph', () => {
    const factsOf = (length: number) =>
      ['x', 'y'.repeat(length)].map((value): Fact => ({ label: 'Kept', value }))
    const count = (facts: readonly Fact[]) =>
      render(message({ blocks: [{ kind: 'facts', facts }] })).blocks.length
    expect([99, 100].map((length) => count(factsOf(length)))).toEqual([2, 3])
  })

  test('has a line for each fact, and a moment in each reader’s own time', () => {
    const facts = [
      { label: 'Prompt', value: 'the sea' },
      { label: 'Expected', value: { atMs: 1_781_524_800_499 } },
    ]
    const bold = (text: string) => ({ type: 'text', text, style: { bold: true } })
    expect(render(message({ blocks: [{ kind: 'facts', facts }] })).blocks.slice(1)).toEqual([
      {
        type: 'rich_text',
        elements: [
          { type: 'rich_text_section', elements: [bold('Prompt: '), { type: 'text', text: 'the sea' }] },
          {
            type: 'rich_text_section',
            elements: [
              bold('Expected: '),
              {
                type: 'date',
                timestamp: 1_781_524_800,
                format: '{date_short_pretty} at {time} ({ago})',
                fallback: '2026-06-15 12:00 UTC',
              },
            ],
          },
        ],
      },
    ])
  })

  test('has its notes in small print', () => {
    expect(render(message({ blocks: [{ kind: 'note', text: 'One.' }] })).blocks[1]).toEqual({
      type: 'context',
      elements: [{ type: 'plain_text', text: 'One.', emoji: false }],
    })
  })

  test('has its audio and its cover as files beside it, with titles and what the cover shows', () => {
    const cover = { url: 'https://cdn.example/c.png', name: 'cover.png' }
    const blocks: Block[] = [
      audio('Tide take 1.mp3', 'Take 1: “Tide” (0:20)'),
      { kind: 'cover', description: 'A cover', file: cover },
    ]
    expect(render(message({ blocks })).uploads).toEqual([
      {
        name: 'Tide take 1.mp3',
        title: 'Take 1: “Tide” (0:20)',
        altText: undefined,
        place: 'channel',
        source: { kind: 'remote', url: 'https://cdn.example/1.mp3' },
      },
      {
        name: 'cover.png',
        title: 'A cover',
        altText: 'A cover',
        place: 'channel',
        source: { kind: 'remote', url: cover.url },
      },
    ])
  })

  // Ours: 1,500 characters are about a screen; more would push what stands around them out of sight.
  test.each([
    ['in itself', 1500, 2, 0],
    ['as a file in its thread', 1501, 1, 1],
  ])('has a text %s when it has %d characters', (_, length, blocks, uploads) => {
    const text = `${'x'.repeat(length)}\n`
    const document: Block = { kind: 'document', name: 'lyrics.txt', title: 'Lyrics for “A”', text }
    const rendered = render(message({ blocks: [document] }))
    expect(rendered.blocks).toHaveLength(blocks)
    expect(rendered.uploads).toHaveLength(uploads)
    expect(JSON.stringify(rendered)).toContain('x'.repeat(length))
    expect(JSON.stringify(rendered)).toContain('Lyrics for “A”')
    for (const { place } of rendered.uploads) expect(place).toBe('thread')
  })

  test('has a text for players and editors as a file, however short it is', () => {
    const document: Block = { kind: 'document', name: 'lyrics.lrc', text: '[00:01.00]la\n', isFile: true }
    const { blocks, uploads } = render(message({ blocks: [document] }))
    expect(blocks).toHaveLength(1)
    expect(uploads).toMatchObject([{ name: 'lyrics.lrc', source: { text: '[00:01.00]la\n' } }])
  })
})

test('a song is shown like this', async () => {
  const song = allCommands.find(({ name }) => name === 'music')
  if (song?.kind !== 'feature') throw new Error('there is no /music')
  const read = song.prepare({ prompt: 'a sea shanty about compilers', cover: true })
  if (!read.ok) throw new Error('the request was refused')
  const output = (take: number) => ({
    conversionId: `conversion-${take}`,
    title: take === 1 ? 'Segfault Shore' : 'Null Tide',
    lyrics: 'Heave away\nHaul the heap',
    timedLyrics: [],
    audioUrl: `https://cdn.example/${take}.mp3`,
    wavUrl: undefined,
    durationSeconds: 20,
    sounds: undefined,
  })
  const cover = { coverUrl: 'https://cdn.example/cover.png' }
  const view = read.prepared.view(outcomeOf([output(1), output(2)], cover))
  await expect(`${JSON.stringify(render(view), undefined, 2)}\n`).toMatchFileSnapshot('golden/song.message')
})

/**
 * What could call somebody, be a link or change how a text looks.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
const hostile = [
  '<!channel> <!here> <!everyone> <@U123> <#C123> <!subteam^S123>',
  '@channel @here @everyone @max',
  '<https://evil.example|your bank> https://evil.example',
  '*bold* _italic_ ~strike~ `code` ```block``` > quote',
  ':skull: :tada:',
  '&lt;!channel&gt; &amp;',
  '<!date^1392734382^{date}|x>',
  '# heading **bold** [x](https://evil.example)',
]

const textsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(textsOf)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) =>
          name === 'text' && typeof inner === 'string' ? [inner] : textsOf(inner),
        )
      : []

const typesOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(typesOf)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) =>
          name === 'type' && typeof inner === 'string' ? [inner] : typesOf(inner),
        )
      : []

/** Kinds of blocks and parts in which Slack reads no markup and calls nobody. */
const harmless = [
  ...['rich_text', 'rich_text_section', 'rich_text_quote', 'text', 'emoji', 'date'],
  ...['context', 'plain_text'],
]

describe('what others wrote is shown as it is and has no effect:', () => {
  test.each(hostile)('%j', (text) => {
    const blocks: Block[] = [
      { kind: 'facts', facts: [{ label: text, value: text }] },
      { kind: 'note', text },
      { kind: 'document', name: 'lyrics.txt', text },
    ]
    const rendered = render(message({ text, blocks }))
    expect(textsOf(rendered.blocks)).toEqual([` ${text}`, `${text}: `, text, text, 'lyrics.txt', text])
    for (const type of typesOf(rendered.blocks)) expect(harmless).toContain(type)
    expect(rendered.text).not.toMatch(/[<>]/)
  })

  test('angle brackets and ampersands are escaped where Slack reads markup', () => {
    expect(render(message({ text: '<!here> & &lt;' })).text).toBe('&lt;!here&gt; &amp; &amp;lt;')
  })

  test('characters that turn the text around them are left out', () => {
    const text = '\u202eabc\u2066d'
    const rendered = render(message({ text, blocks: [{ kind: 'note', text }, audio('a.mp3', text)] }))
    expect(rendered.text).toBe('abcd')
    expect(textsOf(rendered.blocks)).toEqual([' abcd', 'abcd'])
    expect(rendered.uploads[0]?.title).toBe('abcd')
  })
})

describe('a text that is too long', () => {
  test('is cut everywhere, and the cut shows', () => {
    const long = 'a'.repeat(9_000)
    const blocks: Block[] = [{ kind: 'facts', facts: [{ label: long, value: long }] }, audio('a.mp3', long)]
    const rendered = render(message({ text: long, blocks }))
    expect(rendered.text).toBe(`${'a'.repeat(3_999)}…`)
    expect(textsOf(rendered.blocks)).toEqual([
      ` ${'a'.repeat(3_999)}…`,
      `${'a'.repeat(149)}…: `,
      `${'a'.repeat(1_999)}…`,
    ])
    expect(rendered.uploads[0]?.title).toHaveLength(255)
  })

  test('shows that something is missing where there was no room for it at all', () => {
    const facts = Array.from({ length: 20 }, (_, index) => ({
      label: `Fact ${index}`,
      value: 'x'.repeat(2_000),
    }))
    const rendered = render(message({ blocks: [{ kind: 'facts', facts }] }))
    expect(textsOf(rendered.blocks).at(-1)).toBe('…')
  })

  test('has no empty quotation where there was no room for it', () => {
    const facts = Array.from({ length: 9 }, () => ({ label: 'Label', value: 'y'.repeat(2_000) }))
    const { blocks } = render({
      text: 'x',
      tone: 'done',
      blocks: [
        { kind: 'facts', facts },
        { kind: 'quote', title: 'The words', text: 'la la' },
      ],
    })
    expect(JSON.stringify(blocks)).not.toContain('"elements":[]')
  })

  test('shows that something is missing where there are too many parts', () => {
    const blocks = Array.from({ length: 60 }, (_, index): Block => ({ kind: 'note', text: `${index}` }))
    const rendered = render(message({ blocks }))
    expect(rendered.blocks.length).toBeLessThan(50)
    expect(textsOf(rendered.blocks).at(-1)).toBe('…')
  })
})

describe('the name of a file', () => {
  test.each([
    ['Segfault Shore take 1.mp3', 'Segfault Shore take 1.mp3'],
    ['海 Zoë.mp3', '海 Zoë.mp3'],
    ['../../etc/passwd', 'etc passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['.htaccess', 'htaccess'],
    ['a\u0000b\n.mp3', 'ab .mp3'],
    ['\u202egpj.exe.mp3', 'gpj.exe.mp3'],
    ['a<!here>.mp3', 'a !here .mp3'],
    ['', 'file'],
    ['???', 'file'],
    ['???.mp3', 'file.mp3'],
    [`${'x'.repeat(300)} take 1.mp3`, `${'x'.repeat(89)} take 1.mp3`],
    [`${'🎻'.repeat(300)}.mp3`, `${'🎻'.repeat(96)}.mp3`],
  ])('%j becomes %j, which every system takes', (name, clean) => {
    expect(render(message({ blocks: [audio(name)] })).uploads[0]?.name).toBe(clean)
  })
})

describe('files that did not come along', () => {
  test('are named below the message, with their addresses', () => {
    const url = 'https://cdn.example/a b.mp3?x=1&y=2'
    const { text, blocks } = withLinks(render(message()), [
      { title: 'Tide', url },
      { title: 'lyrics.txt', url: undefined },
    ])
    expect(text).toBe(
      "Your song is ready.\nTide: https://cdn.example/a%20b.mp3?x=1&amp;y=2\nlyrics.txt: couldn't be attached",
    )
    expect(blocks.at(-1)).toEqual({
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'Tide: ' },
            { type: 'link', url: 'https://cdn.example/a%20b.mp3?x=1&y=2' },
          ],
        },
        {
          type: 'rich_text_section',
          elements: [{ type: 'text', text: "lyrics.txt: couldn't be attached" }],
        },
      ],
    })
  })

  test.each(['not an address', '', `https://cdn.example/${'x'.repeat(4_000)}`])(
    'are named without one where there is none that fits: %j',
    (url) => {
      const { text } = withLinks(render(message()), [{ title: '<!here>', url }])
      expect(text).toBe("Your song is ready.\n&lt;!here&gt;: couldn't be attached")
    },
  )
})

const blockList = z.array(messageBlock).max(limits.blocksPerMessage)

const isTaken = ({ text, blocks, uploads }: RenderedMessage): void => {
  const read = blockList.safeParse(blocks)
  expect(read.error?.issues ?? []).toEqual([])
  expect(textLength(read.data ?? [])).toBeLessThanOrEqual(limits.blocksText)
  expect(text.length).toBeLessThanOrEqual(limits.text)
  for (const { name, altText } of uploads) {
    expect(name).not.toBe('')
    expect(altText?.length ?? 0).toBeLessThanOrEqual(limits.fileAltText)
  }
}

describe('buttons', () => {
  const button = (label: string, job: string): Button => ({
    label,
    style: 'danger',
    commandLink: { command: 'jobs', action: 'cancel', values: { job } },
  })
  const rendered = (...buttons: Button[]) => render(message({ blocks: [{ kind: 'buttons', buttons }] }))

  test('are one block, and stand in the text too, which is all that a screen reader has', () => {
    const { text, blocks } = rendered(button('Cancel', 'b00x1'))
    expect(text).toBe('Your song is ready.\nCancel: /jobs cancel job:b00x1')
    expect(blocks).toEqual([
      head('Your song is ready.'),
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            action_id: 'do:0',
            style: 'danger',
            text: { type: 'plain_text', text: 'Cancel', emoji: false },
            value: '{"command":"jobs","action":"cancel","values":{"job":"b00x1"}}',
          },
        ],
      },
    ])
  })

  test('that cannot be read or do not fit are left out, and so are those beyond what a block holds', () => {
    expect(rendered(button(' ', '1'), button('A', '1'.repeat(2000))).blocks).toHaveLength(1)
    const many = rendered(...Array.from({ length: 30 }, (_, index) => button(`Job ${index}`, String(index))))
    expect(many.blocks.at(-1)).toMatchObject({ elements: { length: 25 } })
  })
})

test('whatever a message holds, Slack takes it, with lines for its files too', () => {
  fc.assert(
    fc.property(arbitraryMessage(hostile, 60), (anything) => {
      const rendered = render(anything)
      isTaken(rendered)
      const links = rendered.uploads
        .slice(0, 20)
        .map(({ title }) => ({ title, url: 'https://cdn.example/1.mp3' }))
      isTaken(withLinks(rendered, links))
    }),
    { numRuns: runs(30, 600, 2_000) },
  )
})
