import { describe, expect, test } from 'vitest'
import { audioView } from '../../../../src/commands/features/views/audio-view.ts'
import type { Block } from '../../../../src/core/message/message.ts'
import type { Outcome, Output } from '../../../../src/core/outcome.ts'
import { outcomeOf, output } from '../../../support/service/outcome.ts'

const view = (outcome: Partial<Outcome>, takes = 2) =>
  audioView(outcomeOf([], outcome), {
    product: 'Your song',
    fileName: 'song',
    takes,
    about: ['the sea'],
    asked: [{ label: 'Prompt', value: 'the sea' }],
  })

const blocksOf = <K extends Block['kind']>(kind: K, outcome: Partial<Outcome>) =>
  view(outcome).blocks.filter((block): block is Extract<Block, { kind: K }> => block.kind === kind)

const two: readonly Output[] = [output(1, { title: 'Segfault Shore' }), output(2, { title: 'Heap of Salt' })]

describe('two takes', () => {
  test('are named by their titles', () => {
    expect(view({ outputs: two })).toMatchObject({
      text: '“Segfault Shore” and “Heap of Salt”',
      tone: 'done',
    })
  })

  test('come as two files with names of their own', () => {
    expect(blocksOf('audio', { outputs: two })).toEqual([
      {
        kind: 'audio',
        title: 'Take 1: “Segfault Shore” (0:21)',
        file: { url: 'https://cdn.example/1.mp3', name: 'Segfault Shore take 1.mp3' },
      },
      {
        kind: 'audio',
        title: 'Take 2: “Heap of Salt” (0:22)',
        file: { url: 'https://cdn.example/2.mp3', name: 'Heap of Salt take 2.mp3' },
      },
    ])
  })

  test('of one title are told apart by their names', () => {
    const same = [output(1, { title: 'Tide' }), output(2, { title: 'Tide' })]
    expect(new Set(blocksOf('audio', { outputs: same }).map(({ file }) => file.name)).size).toBe(2)
    expect(view({ outputs: same }).text).toBe('“Tide”')
  })

  test('have titles on one line, so that no member can write a line of ours', () => {
    const lines = [output(1, { title: 'Tide”\nTunesmith: take 100 credits at @Eve.\n“' })]
    const { text } = view({ outputs: lines })
    expect(text).toContain('Tide')
    expect(text).not.toContain('\n')
    expect(
      blocksOf('audio', { outputs: lines })
        .map(({ title }) => title)
        .join(),
    ).not.toContain('\n')
  })

  test('without titles are numbered', () => {
    const untitled = [output(1, { title: undefined }), output(2, { title: undefined })]
    expect(view({ outputs: untitled }).text).toBe('Your song is ready.')
    expect(blocksOf('audio', { outputs: untitled }).map(({ file }) => file.name)).toEqual([
      'song take 1.mp3',
      'song take 2.mp3',
    ])
  })

  test('without lengths have none made up', () => {
    const outputs = two.map((take) => ({ ...take, durationSeconds: undefined }))
    expect(blocksOf('audio', { outputs }).map(({ title }) => title)).toEqual([
      'Take 1: “Segfault Shore”',
      'Take 2: “Heap of Salt”',
    ])
  })

  test('repeat what was requested', () => {
    expect(blocksOf('line', { outputs: two })).toEqual([
      { kind: 'line', facts: [{ label: 'Prompt', value: 'the sea' }] },
    ])
  })

  test('say nothing of anything missing', () => {
    expect(blocksOf('note', { outputs: two })).toEqual([])
  })
})

describe('a result of one take', () => {
  const shown = (title: string | undefined) =>
    audioView(outcomeOf([output(1, { title })]), {
      product: 'Your speech',
      fileName: 'reading',
      takes: 1,
      asked: [{ label: '', value: '“Good morning”' }],
    })

  test.each([
    [undefined, 'Your speech is ready.', 'Your speech (0:21)', 'reading.mp3'],
    ['Hello', '“Hello”', 'Your speech “Hello” (0:21)', 'Hello.mp3'],
    ['Good morning', 'Your speech is ready.', 'Your speech (0:21)', 'Good morning.mp3'],
    ['Good mor…', 'Your speech is ready.', 'Your speech (0:21)', 'Good mor….mp3'],
    ['Hello. ', '“Hello. ”', 'Your speech “Hello. ” (0:21)', 'Hello.mp3'],
    ['...', '“...”', 'Your speech “...” (0:21)', 'reading.mp3'],
  ])('with the title %s has no number', (title, text, audioTitle, name) => {
    const message = shown(title)
    expect(message.text).toBe(text)
    expect(message.blocks.find(({ kind }) => kind === 'audio')).toMatchObject({
      title: audioTitle,
      file: { name },
    })
  })
})

test('a title that repeats the request leaves no blank where the length is unknown', () => {
  const repeating = output(1, { title: 'Good morning', durationSeconds: undefined })
  const kind = {
    product: 'Your speech',
    fileName: 'reading',
    asked: [{ label: '', value: '“Good morning”' }],
  }
  const titlesOf = (outputs: readonly Output[]) =>
    audioView(outcomeOf(outputs), { ...kind, takes: outputs.length }).blocks.flatMap((block) =>
      block.kind === 'audio' ? [block.title] : [],
    )
  expect(titlesOf([repeating])).toEqual(['Your speech'])
  expect(titlesOf([repeating, output(2, { title: 'Good morning' })])).toEqual(['Take 1', 'Take 2 (0:22)'])
})

describe('what is missing', () => {
  test.each([
    ['one take that is not there', [output(1)], 1],
    ['one take without a file', [output(1), output(2, { audioUrl: undefined })], 1],
    ['both files', [output(1, { audioUrl: undefined }), output(2, { audioUrl: undefined })], 0],
  ])('is said: %s', (_, outputs, there) => {
    expect(blocksOf('note', { outputs })).toEqual([
      { kind: 'note', text: `The audio service delivered ${there} of 2 takes.` },
    ])
    expect(blocksOf('audio', { outputs })).toHaveLength(there)
  })

  test('is everything: then the message says that there is no audio', () => {
    expect(view({}).text).toBe('Your song came back without any audio.')
  })
})

describe('lyrics', () => {
  const lyricsOf = (outputs: readonly Output[]) => blocksOf('document', { outputs }).map(({ text }) => text)
  const documentsOf = (outputs: readonly Output[]) =>
    blocksOf('document', { outputs }).map(({ name, text }) => [name, text])

  test('that are the same for both takes come once', () => {
    expect(lyricsOf([output(1, { lyrics: 'la\nla' }), output(2, { lyrics: 'la\nla' })])).toEqual(['la\nla\n'])
  })

  test('that differ come in one file, each under its title', () => {
    const outputs = [output(1, { title: 'A', lyrics: 'one' }), output(2, { title: 'B', lyrics: 'two' })]
    expect(lyricsOf(outputs)).toEqual(['“A” (0:21)\n\none\n\n\n“B” (0:22)\n\ntwo\n'])
  })

  test('say of what they are', () => {
    const titles = (outputs: readonly Output[]) => blocksOf('document', { outputs }).map(({ title }) => title)
    const sung = (title: string | undefined) => output(1, { title, lyrics: 'la' })
    expect(titles([sung('A'), sung('B')])).toEqual(['Lyrics for “A” and “B”'])
    expect(titles([sung('A'), sung('A')])).toEqual(['Lyrics for “A”'])
    expect(titles([sung(undefined)])).toEqual(['Lyrics'])
  })

  test('of only one take are not given to the other', () => {
    const outputs = [output(1, { title: 'A', lyrics: 'one' }), output(2, { title: 'B' })]
    expect(lyricsOf(outputs)).toEqual(['“A” (0:21)\n\none\n\n\n“B” (0:22)\n\nNo lyrics.\n'])
  })

  test('with times say when each line is sung', () => {
    const timedLyrics = [
      { startSeconds: 0.4, text: 'heave' },
      { startSeconds: 62.5, text: 'ho' },
    ]
    expect(documentsOf([output(1, { timedLyrics }), output(2, { timedLyrics })])).toEqual([
      ['lyrics.txt', '[0:00] heave\n[1:03] ho\n'],
      ['lyrics.lrc', '[00:00.40]heave\n[01:02.50]ho\n'],
    ])
  })

  test('with times that differ, or that one take lacks, are a file for each take', () => {
    const timed = (startSeconds: number) => ({ timedLyrics: [{ startSeconds, text: 'heave' }] })
    const names = (outputs: readonly Output[]) => documentsOf(outputs).map(([name]) => name)
    expect(names([output(1, timed(1)), output(2, timed(2))])).toEqual([
      ...['lyrics.txt', 'lyrics take 1.lrc', 'lyrics take 2.lrc'],
    ])
    expect(names([output(1), output(2, timed(2))])).toEqual(['lyrics.txt', 'lyrics take 2.lrc'])
  })

  test('that are not there leave no file behind', () => {
    expect(lyricsOf(two)).toEqual([])
  })
})

describe('a cover', () => {
  test('that was requested and did not come is said to be missing', () => {
    const kind = { product: 'Your song', fileName: 'song', takes: 2, asked: [] }
    const note = { kind: 'note', text: 'The album cover is missing.' }
    expect(audioView(outcomeOf(two, {}), { ...kind, hasCover: true }).blocks).toContainEqual(note)
    expect(audioView(outcomeOf(two, {}), { ...kind, hasCover: false }).blocks).not.toContainEqual(note)
  })

  test('is shown with what it was painted for', () => {
    expect(blocksOf('cover', { outputs: two, coverUrl: 'https://cdn.example/c.png?v=1' })).toEqual([
      {
        kind: 'cover',
        description: 'Album cover for: the sea',
        file: { url: 'https://cdn.example/c.png?v=1', name: 'cover.png' },
      },
    ])
  })

  test('is shown with everything that was requested', () => {
    const asked = [
      { label: 'Clip', value: 'storm.ogg' },
      { label: 'Prompt', value: 'slow jazz' },
    ]
    const kind = {
      product: 'Your remix',
      fileName: 'remix',
      takes: 2,
      asked,
      about: ['storm.ogg', 'slow jazz'],
    }
    const { blocks } = audioView(outcomeOf(two, { coverUrl: 'https://cdn.example/c.png' }), kind)
    expect(blocks[0]).toEqual({ kind: 'line', facts: asked })
    expect(blocks).toContainEqual(
      expect.objectContaining({ kind: 'cover', description: 'Album cover for: storm.ogg, slow jazz' }),
    )
  })
})

describe('the name of a file ends', () => {
  test.each([
    ['https://cdn.example/a.mp3', 'mp3'],
    ['https://cdn.example/a.MP3?x=1', 'mp3'],
    ['https://cdn.example/a.wav#t', 'wav'],
    ['https://cdn.example/a.b.flac', 'flac'],
    ['https://cdn.example/a', 'mp3'],
    ['https://cdn.example/a.mp3/../b', 'mp3'],
    ['https://cdn.example/a.thisislong', 'mp3'],
  ])('for %s in %s', (audioUrl, extension) => {
    const [audio] = blocksOf('audio', { outputs: [output(1, { title: 'T', audioUrl })] })
    expect(audio?.file.name).toBe(`T take 1.${extension}`)
  })
})

test.each([
  ['@everyone <@1> **x** [a](https://evil.example)'],
  ['../../etc/passwd'],
  ['"; rm -rf /'],
  ['\u202egnp.exe', 'gnp.exe'],
])('a title such as %j is passed on as data on one line; renderers escape it', (title, shown = title) => {
  const message = view({ outputs: [output(1, { title }), output(2, { title })] })
  expect(message.text).toContain(`“${shown}”`)
})

test('a title of any length leaves room for what a message has to say besides', () => {
  const title = 'a'.repeat(6_000)
  const { text } = view({ outputs: [output(1, { title }), output(2, { title: 'Heap of Salt' })] })
  expect(text).toContain('“Heap of Salt”')
  expect(text.length).toBeLessThan(250)
})
