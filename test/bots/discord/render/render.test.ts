import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../../sandbox/discord/limits.ts'
import { newMessageBody } from '../../../../sandbox/discord/validation/message.ts'
import { render } from '../../../../src/bots/discord/render/render.ts'
import { remix } from '../../../../src/commands/features/remix.ts'
import { audioView } from '../../../../src/commands/features/views/audio-view.ts'
import { resultButtons } from '../../../../src/core/job/job-buttons.ts'
import type { Block, Button, LineFact, ResultMessage } from '../../../../src/core/message/message.ts'
import { arbitraryMessage } from '../../../support/commands/arbitrary-message.ts'
import { outcomeOf, output } from '../../../support/service/outcome.ts'
import { runs } from '../../../support/suite/runs.ts'

const message = (changes: Partial<ResultMessage> = {}): ResultMessage => ({
  text: 'Your song is ready.',
  tone: 'done',
  blocks: [],
  ...changes,
})

const file = (name: string) => ({ url: 'https://cdn.example/1.mp3', name })
const audio = (name: string, title = 'Take 1'): Block => ({ kind: 'audio', title, file: file(name) })

describe('a message', () => {
  test('of a text alone is that text', () => {
    expect(render(message())).toEqual({
      content: 'Your song is ready.',
      below: '',
      embeds: [],
      components: [],
      uploads: [],
    })
  })

  test('names who asked, also to who has it read out', () => {
    expect(render(message({ askedBy: '42' }))).toMatchObject({
      content: 'Your song is ready.',
      below: '\n-# by <@42>',
    })
    const { content, below } = render(message({ text: 'x'.repeat(limits.content), askedBy: '42' }))
    expect(content).toMatch(/x…$/)
    expect(content + below).toHaveLength(limits.content)
    expect(render(message({ askedBy: '@everyone' })).below).toBe('')
  })

  test('has its facts in an embed, short ones beside one another, in the colour of its tone', () => {
    const facts = [
      { label: 'Prompt', value: 'the sea' },
      { label: 'Long', value: 'x'.repeat(41) },
    ]
    expect(render(message({ blocks: [{ kind: 'facts', facts }] })).embeds).toEqual([
      {
        color: 0x57f287,
        fields: [
          { name: 'Prompt', value: 'the sea', inline: true },
          { name: 'Long', value: 'x'.repeat(41), inline: false },
        ],
      },
    ])
  })

  const line: Block = {
    kind: 'line',
    facts: [
      { label: '', value: '“*the* sea”\nby nobody' },
      { label: 'Ready', value: { atMs: 1_781_524_800_499, isSoon: true } },
      { label: 'Update by', value: { atMs: 1_781_524_800_499, isSoon: false } },
      { label: 'From', value: [{ kind: 'channel', id: '2' }] },
      { label: '', value: ' ' },
    ],
  }

  test('has what is known of it below, small and on one line, with who asked', () => {
    const { below, embeds } = render(message({ blocks: [line], askedBy: '42' }))
    expect(below).toBe(
      '\n-# “\\*the\\* sea” by nobody · by <@42> · Ready: <t:1781524800:R> · Update by: <t:1781524800:f> · From: <#2>',
    )
    expect(embeds).toEqual([])
  })

  test('lets no text from right to left reorder the numbers beside it', () => {
    const facts = [
      { label: '', value: '“שיר \u202Eעל הים”' },
      { label: 'Style', value: 'موسيقى' },
      { label: '', value: '0.10 credits' },
    ]
    const { below } = render(message({ blocks: [{ kind: 'line', facts }], askedBy: '42' }))
    expect(below).toBe('\n-# \u2068“שיר על הים”\u2069 · by <@42> · \u2068Style: موسيقى\u2069 · 0.10 credits')
  })

  test('leaves out options if the line gets too long, but never what was requested and what it cost', () => {
    const options = Array.from({ length: 20 }, (_, index) => ({ label: `${index}`, value: 'x'.repeat(299) }))
    const facts = [{ label: '', value: '“sea”' }, ...options, { label: '', value: '0.10 credits' }]
    const { below } = render(message({ blocks: [{ kind: 'line', facts }], askedBy: '42' }))
    expect(below).toMatch(/^\n-# “sea” · by <@42> · 1\d: x+ · .* · 0\.10 credits$/)
    expect(below.length).toBeLessThanOrEqual(1_204)
  })

  test.each([
    ['https://example.com/a.mp3', 'https\\://example.com/a.mp3'],
    ['at HTTP://x.example', 'at HTTP\\://x.example'],
    ['discord.gg/x and discordapp.com/invite/y', 'discord\\.gg/x and discordapp\\.com/invite/y'],
    ['xhttps://x.example', 'xhttps\\://x.example'],
    ['discord.gift/x and discord.com/template/x', 'discord\\.gift/x and discord\\.com/template/x'],
  ])('has %s without a preview of it, in that line, in its label and in the text above', (value, shown) => {
    const below = (facts: readonly LineFact[]) => render(message({ blocks: [{ kind: 'line', facts }] })).below
    expect(below([{ label: '', value }])).toBe(`\n-# ${shown}`)
    expect(below([{ label: value, value: 'yes' }])).toBe(`\n-# ${shown}: yes`)
    expect(render(message({ text: value })).content).toBe(shown)
  })

  test('has it beside its cover, if there is one', () => {
    const cover: Block = {
      kind: 'cover',
      description: 'A ship',
      file: { url: 'https://cdn.example/c.png', name: 'c.png' },
    }
    const { content, embeds } = render(message({ blocks: [line, cover], askedBy: '42' }))
    expect(content).toBe('Your song is ready.')
    expect(embeds).toEqual([
      {
        color: 0x57f287,
        description: expect.stringMatching(/^-# “.*<@42>/),
        thumbnail: { url: 'attachment://c.png' },
      },
    ])
  })

  test('shows a moment in each reader’s own time', () => {
    const facts = [{ label: 'Expected', value: { atMs: 1_781_524_800_499 } }]
    expect(render(message({ blocks: [{ kind: 'facts', facts }] })).embeds[0]?.fields).toEqual([
      { name: 'Expected', value: '<t:1781524800:f> (<t:1781524800:R>)', inline: true },
    ])
  })

  test('begins a line where the value does so', () => {
    const value = ['/music: a song', { kind: 'break' }, '/tts: a reading'] as const
    expect(
      render(message({ blocks: [{ kind: 'facts', facts: [{ label: 'New', value }] }] })).embeds[0]?.fields,
    ).toEqual([{ name: 'New', value: '/music: a song\n/tts: a reading', inline: false }])
  })

  test('shows who and where is meant by the names they have, and a text as a text', () => {
    const value = [
      ...[{ kind: 'member', id: '1' } as const, ' gave ', { kind: 'channel', id: '2' } as const],
      ...[' and ', { kind: 'group', id: '3' } as const, ' more: <@4> *x*'],
      { kind: 'member', id: '@5' } as const,
    ]
    expect(
      render(message({ blocks: [{ kind: 'facts', facts: [{ label: 'x', value }] }] })).embeds[0]?.fields,
    ).toEqual([{ name: 'x', value: '<@1> gave <#2> and <@&3> more: \\<@4> \\*x\\*@5', inline: false }])
  })

  test.each([
    ['a server', '7', { channel: '2', message: '3' }, 'https://discord.com/channels/7/2/3'],
    ['a direct message', '@9', { channel: '2', message: '3' }, 'https://discord.com/channels/@me/2/3'],
    ['no message of Discord’s', '7', { channel: 'x](y', message: '3' }, '\u200b'],
  ])('links a message of %s', (_, server, ids, expected) => {
    const value = [{ kind: 'message', server, message: { platform: 'discord', ...ids } } as const]
    const { embeds } = render(message({ blocks: [{ kind: 'facts', facts: [{ label: 'x', value }] }] }))
    expect(embeds[0]?.fields?.[0]?.value).toBe(expected)
  })

  test('has more embeds where it has more facts than one can take', () => {
    const facts = Array.from({ length: 60 }, (_, index) => ({ label: `${index}`, value: 'x' }))
    const { embeds } = render(message({ blocks: [{ kind: 'facts', facts }] }))
    expect(embeds.map(({ fields = [] }) => fields.length)).toEqual([25, 25, 10])
    expect(embeds.flatMap(({ fields = [] }) => fields.map(({ name }) => name))).toEqual(
      facts.map(({ label }) => label),
    )
  })

  test('cuts no reference in two', () => {
    const value = ['x'.repeat(limits.embedFieldValue - 3), { kind: 'member', id: '12' } as const]
    const { embeds } = render(message({ blocks: [{ kind: 'facts', facts: [{ label: 'x', value }] }] }))
    expect(embeds[0]?.fields?.[0]?.value).toBe(value[0])
  })

  test('has its notes in the embed, one below the other', () => {
    const blocks: Block[] = [
      { kind: 'note', text: 'One.' },
      { kind: 'note', text: 'Two.' },
    ]
    expect(render(message({ tone: 'info', blocks })).embeds).toEqual([
      { color: 0x99aab5, description: 'One.\nTwo.' },
    ])
  })

  test('has words that it quotes below a heading, apart from its notes and facts', () => {
    const blocks: Block[] = [
      { kind: 'facts', facts: [{ label: 'Clip', value: 'band.mp3' }] },
      { kind: 'note', text: 'One.' },
      { kind: 'quote', title: 'The words', text: 'Oh the sea\n> *so* blue' },
      { kind: 'note', text: 'Two.' },
      { kind: 'quote', title: 'Nothing', text: ' ' },
    ]
    expect(render(message({ blocks })).embeds[0]?.description).toBe(
      'One.\n\n**The words**\n> Oh the sea\n> \\> \\*so\\* blue\n\nTwo.',
    )
  })

  test('covers what it quotes where it is a spoiler, whatever marks stand in it, and leaves the rest', () => {
    const blocks: Block[] = [
      { kind: 'note', text: 'One.' },
      { kind: 'quote', title: 'The words', text: 'Oh the sea\n|| so || blue' },
    ]
    expect(render(message({ blocks, isSpoiler: true })).embeds[0]?.description).toBe(
      'One.\n\n**The words**\n||Oh the sea\n\\|\\| so \\|\\| blue||',
    )
  })

  test.each([4_000, 4_060, 4_070, 4_080, 4_090, 4_095, 4_096, 5_000])(
    'leaves no spoiler open where its end is cut off (%i characters before it)',
    (length) => {
      const blocks: Block[] = [
        { kind: 'note', text: 'x'.repeat(length) },
        { kind: 'quote', title: 'W', text: '|'.repeat(300) },
      ]
      const { description = '' } = render(message({ blocks, isSpoiler: true })).embeds[0] ?? {}
      expect(description.length).toBeLessThanOrEqual(limits.embedDescription)
      expect(description.split('||').length % 2).toBe(1)
      expect(description).not.toMatch(/(?<!\\)\\\|\|$/)
    },
  )

  test('has its cover as a file and as the picture of its embed', () => {
    const blocks: Block[] = [
      {
        kind: 'cover',
        description: 'A cover',
        file: { url: 'https://cdn.example/c.png', name: 'cover.png' },
      },
    ]
    expect(render(message({ blocks }))).toMatchObject({
      embeds: [{ thumbnail: { url: 'attachment://cover.png' } }],
      uploads: [
        {
          name: 'cover.png',
          description: 'A cover',
          source: { kind: 'remote', url: 'https://cdn.example/c.png' },
        },
      ],
    })
  })

  test('has its audio and its documents as files, in their order', () => {
    const blocks: Block[] = [
      audio('a.mp3'),
      audio('b.mp3'),
      { kind: 'document', name: 'lyrics.txt', title: 'Lyrics for “A”', text: 'la' },
    ]
    expect(render(message({ blocks })).uploads).toEqual([
      { name: 'a.mp3', description: 'Take 1', source: { kind: 'remote', url: 'https://cdn.example/1.mp3' } },
      { name: 'b.mp3', description: 'Take 1', source: { kind: 'remote', url: 'https://cdn.example/1.mp3' } },
      { name: 'lyrics.txt', description: 'Lyrics for “A”', source: { kind: 'text', text: 'la' } },
    ])
  })
})

test('takes beyond those requested all have their files, and each an entry in the menu', () => {
  const takes = Array.from({ length: 9 }, (_, index) => output(index + 1))
  const outcome = outcomeOf(takes, { coverUrl: 'https://cdn.example/cover.jpg' })
  const view = audioView(outcome, { product: 'Your song', fileName: 'song', takes: 2, asked: [] })
  const id = `b07x${'a'.repeat(25)}`
  const { components, uploads } = render({
    ...view,
    blocks: [...view.blocks, resultButtons({ id, outcome, notes: {} }, [remix])],
  })
  const names = takes.map(({ title }, index) => `${title?.replace(' ', '-')}-take-${index + 1}.mp3`)
  expect(uploads.map(({ name }) => name)).toEqual([...names, 'cover.jpg'])
  const [row, menu] = components.map(({ components: shown }) => shown)
  expect(row?.map((button) => 'label' in button && button.label)).toEqual(['Again', 'Edit'])
  const entries = menu?.flatMap((shown) => ('options' in shown ? shown.options : []))
  expect(entries?.map(({ label }) => label)).toEqual([
    ...takes.map((_, index) => `Remix ${index + 1}`),
    'Delete',
  ])
})

describe('buttons', () => {
  const button = (label: string, job: string): Button => ({
    label,
    style: 'plain',
    commandLink: { command: 'jobs', action: 'show', values: { job } },
  })
  const rowsOf = (...buttons: Button[]) =>
    render(message({ blocks: [{ kind: 'buttons', buttons }] })).components

  test('stand in rows of five, and no more of them than Discord has rows for', () => {
    const rows = rowsOf(...Array.from({ length: 30 }, (_, index) => button(`Job ${index}`, String(index))))
    expect(rows.map(({ components }) => components.length)).toEqual([5, 5, 5, 5, 5])
  })

  test('that ask for the same are one, and those that cannot be read or do not fit are none', () => {
    const rows = rowsOf(button('A', '1'), button('B', '1'), button(' ', '2'), button('C', '3'.repeat(90)))
    expect(rows).toEqual([
      { type: 1, components: [{ type: 2, style: 2, custom_id: 'do:jobs:show:job=1', label: 'A' }] },
    ])
  })
})

// https://support.discord.com/hc/en-us/articles/210298617 lists what markdown there is.
const hostile = [
  ['bold', '**x**', String.raw`\*\*x\*\*`],
  ['italics', '*x* _x_', String.raw`\*x\* \_x\_`],
  ['underlines', '__x__', String.raw`\_\_x\_\_`],
  ['strikes', '~~x~~', String.raw`\~\~x\~\~`],
  ['spoilers', '||x||', String.raw`\|\|x\|\|`],
  ['code', '`x`', '\\`x\\`'],
  ['blocks of code', '```x```', '\\`\\`\\`x\\`\\`\\`'],
  ['headings', '# x', String.raw`\# x`],
  ['small print', '-# x', String.raw`\-# x`],
  ['quotes', '> x', String.raw`\> x`],
  ['quotes of many lines', '>>> x', String.raw`\>>> x`],
  ['quotes further down', 'a\n> x', 'a\n\\> x'],
  ['lists', '- x', String.raw`\- x`],
  ['lists of numbers', '1. x', String.raw`1\. x`],
  ['links with another face', '[x](y)', String.raw`\[x](y)`],
  ['escapes of their own', String.raw`\*x*`, String.raw`\\\*x\*`],
  ['mentions of members', '<@123>', String.raw`\<@123>`],
  ['mentions of roles', '<@&123>', String.raw`\<@&123>`],
  ['channels', '<#123>', String.raw`\<#123>`],
  ['emoji', '<:x:123> <a:x:123>', String.raw`\<:x:123> \<a:x:123>`],
  ['commands', '</music:123>', String.raw`\</music:123>`],
  ['time stamps', '<t:1:R>', String.raw`\<t:1:R>`],
  ['places of the server', '<id:guide>', String.raw`\<id:guide>`],
] as const

describe('markup in what others wrote takes no effect', () => {
  const fact = (text: string): Block => ({ kind: 'facts', facts: [{ label: text, value: text }] })

  test.each(hostile)('%s: %j', (_, text, escaped) => {
    expect(render(message({ text })).content).toBe(escaped)
    expect(render(message({ blocks: [{ kind: 'note', text }] })).embeds[0]?.description).toBe(escaped)
    const quote = render(message({ blocks: [{ kind: 'quote', title: 'x', text }] })).embeds[0]
    expect(quote?.description).toBe(`**x**\n> ${escaped.replaceAll('\n', '\n> ')}`)
    // These are one line, in which a sign for the beginning of one means nothing.
    const line = text.includes('\n') ? 'a > x' : escaped
    const titled = render(message({ blocks: [{ kind: 'quote', title: text, text: 'x' }] })).embeds[0]
    expect(titled?.description).toBe(`**${line}**\n> x`)
    expect(render(message({ blocks: [fact(text)] })).embeds[0]?.fields?.[0]).toMatchObject({
      name: line,
      value: line,
    })
  })

  // Nobody is pinged by them: every message goes out with all mentions off.
  test.each(['@everyone', '@here', 'plain words', '0.50 used', 'a. b', '5 > 3', 'a-b_c'.replace('_', '')])(
    '%j is left as it is',
    (text) => {
      expect(render(message({ text })).content).toBe(text)
    },
  )
})

describe('a text that is too long', () => {
  test('is cut everywhere', () => {
    const long = 'a'.repeat(9_000)
    const blocks: Block[] = [
      { kind: 'facts', facts: [{ label: long, value: long }] },
      { kind: 'note', text: long },
      { kind: 'quote', title: long, text: long },
      audio('a.mp3', long),
    ]
    const { content, embeds, uploads } = render(message({ text: long, blocks }))
    expect(content).toHaveLength(2_000)
    expect(embeds[0]?.fields?.[0]).toMatchObject({
      name: `${'a'.repeat(255)}…`,
      value: `${'a'.repeat(1_023)}…`,
    })
    expect(embeds[0]?.description).toHaveLength(4_096)
    expect(uploads[0]?.description).toHaveLength(1_024)
  })
})

describe('the name of a file', () => {
  test.each([
    ['Segfault Shore take 1.mp3', 'Segfault-Shore-take-1.mp3'],
    ['Café Zoë.mp3', 'Cafe-Zoe.mp3'],
    ['../../etc/passwd', 'etc-passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['.htaccess', 'htaccess'],
    ['a\u0000b\n.mp3', 'ab.mp3'],
    ['\u202egpj.exe.mp3', 'gpj.exe.mp3'],
    ['“Quote” take 1.mp3', 'Quote-take-1.mp3'],
    ['海 take 1.mp3', 'take-1.mp3'],
    ['🎻.mp3', 'file.mp3'],
    ['夜の海.mp3', 'file.mp3'],
    ['', 'file'],
    ['???', 'file'],
    [`${'x'.repeat(300)} take 1.mp3`, `${'x'.repeat(89)}-take-1.mp3`],
  ])('%j becomes %j, which every system takes', (name, clean) => {
    expect(render(message({ blocks: [audio(name)] })).uploads[0]?.name).toBe(clean)
  })
})

describe('a text that is made to be slow', () => {
  test.each(['[a](', '*_', '`a', '~~|', '<a:', '> ', '- ', '1', '\\', '# '])(
    'of %j over and over is rendered at once',
    (part) => {
      const text = part.repeat(20_000)
      const blocks: Block[] = [
        { kind: 'note', text },
        audio(text, text),
        { kind: 'facts', facts: [{ label: text, value: text }] },
      ]
      const { length } = render(message({ text, blocks })).content
      expect(length).toBeLessThanOrEqual(2_000)
      expect(length).toBeGreaterThan(1_990)
    },
  )
})

test('whatever a message holds, Discord takes it', () => {
  const anyMessage = arbitraryMessage(
    hostile.map(([, text]) => text),
    15,
  )
  fc.assert(
    fc.property(anyMessage, (anything) => {
      const { content, embeds, components, uploads } = render({ ...anything, text: `x${anything.text}` })
      const attachments = uploads.map(({ name, description }, id) => ({ id, filename: name, description }))
      const read = newMessageBody.safeParse({ content, embeds, components, attachments })
      expect(read.error?.issues ?? []).toEqual([])
      const texts = embeds.flatMap(({ description = '', fields = [] }) => [
        description,
        ...fields.flatMap(({ name, value }) => [name, value]),
      ])
      expect(texts.join('').length).toBeLessThanOrEqual(limits.embedText)
      for (const { name } of uploads) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$/)
    }),
    { numRuns: runs(30, 2_000) },
  )
})
