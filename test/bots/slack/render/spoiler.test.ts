import { describe, expect, test } from 'vitest'
import { render } from '../../../../src/bots/slack/render/render.ts'
import type { Block, ResultMessage } from '../../../../src/core/message/message.ts'

const file = (name: string) => ({ url: `https://cdn.example/${name}`, name })
const audio: Block = { kind: 'audio', title: 'Take 1', file: file('tide.mp3') }
const cover: Block = { kind: 'cover', description: 'A ship', file: file('cover.png') }
const quote: Block = { kind: 'quote', title: 'The words', text: 'Oh the sea' }
const lyrics: Block = { kind: 'document', name: 'lyrics.txt', title: 'Lyrics', text: 'Oh the sea' }
const line: Block = { kind: 'line', facts: [{ label: '', value: '“a tide”' }] }
const buttons: Block = {
  kind: 'buttons',
  buttons: [
    {
      label: 'Again',
      style: 'plain',
      commandLink: { command: 'jobs', action: 'again', values: { job: 'j' } },
    },
  ],
}
const spoiler = (...blocks: Block[]): ResultMessage => ({
  text: '“Tide”',
  tone: 'done',
  blocks,
  isSpoiler: true,
})

describe('a spoiler, which Slack can’t cover,', () => {
  test('has all its files in the thread, and says so', () => {
    const { blocks, uploads } = render(spoiler(line, audio, cover, lyrics, buttons))
    expect(uploads.map(({ name, place }) => [name, place])).toEqual([
      ['tide.mp3', 'thread'],
      ['cover.png', 'thread'],
      ['lyrics.txt', 'thread'],
    ])
    const shown = JSON.stringify(blocks)
    expect(shown).toContain('Spoiler: the files are in the thread.')
    for (const kept of ['“Tide”', '“a tide”', 'Again']) expect(shown).toContain(kept)
  })

  test('shows no words of its files, however short they are', () => {
    const { blocks, uploads } = render(spoiler(quote, lyrics))
    expect(uploads.map(({ name, place }) => [name, place])).toEqual([['lyrics.txt', 'thread']])
    expect(JSON.stringify(blocks)).not.toContain('Oh the sea')
  })

  test('says nothing of files if it has none', () => {
    expect(JSON.stringify(render(spoiler(line)))).not.toContain('Spoiler')
  })
})
