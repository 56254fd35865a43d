import { describe, expect, test } from 'vitest'
import { readRequest } from '../../../src/core/command/command-text.ts'
import { allCommands } from '../../support/commands/commands.ts'

const valuesOf = (typed: string, command = 'music') => readRequest(allCommands, `${command} ${typed}`).values

type Row = [typed: string, values: Record<string, unknown>]

const noBreak = '\u00a0'
const narrow = '\u202f'

describe('an option whose name', () => {
  const pop = { prompt: 'pop', title: 'Grey Skies', style: 'folk' }

  test.each<Row>([
    ['pop\n**Title:** Grey Skies\n**Style:** folk', pop],
    ['pop\n**Title**: Grey Skies\n**Style**: folk', pop],
    ['pop\n**Title: Grey Skies**\n**Style: folk**', pop],
    ['pop\n**Title: **Grey Skies\n**Style: ** folk', pop],
    ['pop\n*Title:* Grey Skies\n*Style:* folk', pop],
    ['pop\n_Title:_ Grey Skies\n__Style:__ folk', pop],
    ['pop\n`Title:` Grey Skies\n`style:folk`', pop],
    ['pop\n__**Title:**__ Grey Skies\n*_Style:_* folk', pop],
    ['pop\n**Title :** Grey Skies\n**Style** : folk', pop],
    ['pop\n- **Title:** Grey Skies\n- **Style:** folk', { ...pop, prompt: 'pop\n-\n-' }],
    ['**Style:** folk\n**Title:** Grey Skies\n**Prompt:** pop', pop],
    ['title:"Grey Skies" **style:** folk\npop', pop],
    ['pop **Title: Grey Skies** **Style: folk**', pop],
    ['pop **Title: Grey Skies**, **Style: folk**', pop],
    ['**Title: Grey Skies** pop `style: folk`', pop],
    ['pop **title:"Grey Skies"** style:folk', pop],
    ['pop **title:“Grey Skies”** **style:folk**', pop],
    [
      'pop `takes:1` `length:1 minute 30 seconds`',
      { prompt: 'pop', takes: '1', length: '1 minute 30 seconds' },
    ],
    [
      'pop\n*Takes: 1 take*\n*length:2 minutes* slow',
      { prompt: 'pop slow', takes: '1', length: '2 minutes' },
    ],
    ['pop\n**Lyrics: Oh**\nOh **no**', { prompt: 'pop', lyrics: 'Oh\nOh **no**' }],
    [
      'pop\n**Lyrics:**\n[Verse]\n*Oh*\n**Title:** Grey Skies\nOh',
      { prompt: 'pop', lyrics: '[Verse]\n*Oh*\nOh', title: 'Grey Skies' },
    ],
    ['pop **stil:folk**', { prompt: 'pop', stil: 'folk' }],
    ['pop\n*Title: Grey Skies', { prompt: 'pop', title: 'Grey Skies' }],
  ])('is bold, in italics, underlined or code is read: %j', (typed, values) => {
    expect(valuesOf(typed)).toEqual(values)
  })

  test.each<Row>([
    ['pop\nTitle : Grey Skies\nStyle : folk', pop],
    [`pop\nTitle${noBreak}: Grey Skies\nStyle${narrow}: folk`, pop],
    ['pop title : Grey Skies style : folk', pop],
    ['pop, title : Grey Skies, style : folk', pop],
    ['title : "Grey Skies" pop style :folk', pop],
    [
      'pop\nLyrics :\n[Verse]\nOh\nTitle : Grey Skies',
      { prompt: 'pop', lyrics: '[Verse]\nOh', title: 'Grey Skies' },
    ],
    ['pop takes : 1 length : 1 minute', { prompt: 'pop', takes: '1', length: '1 minute' }],
    ['pop takes :1 length :1:30', { prompt: 'pop', takes: '1', length: '1:30' }],
    ['a song about style : folk', { prompt: 'a song about', style: 'folk' }],
    ['a song about style: folk', { prompt: 'a song about', style: 'folk' }],
  ])('has a blank behind it is read as without one: %j', (typed, values) => {
    expect(valuesOf(typed)).toEqual(values)
  })

  test.each<Row>([
    ['歌\nTitle：灰色の空\nStyle：folk', { prompt: '歌', title: '灰色の空', style: 'folk' }],
    ['pop\nTitle：Grey Skies\nStyle﹕folk', pop],
    ['pop title：Grey Skies style：folk', pop],
    ['pop title：“Grey Skies” style ： folk', pop],
    ['pop\n**Title：**Grey Skies\n**Style：folk**', pop],
    ['pop style:folk,title：Grey Skies', pop],
    ['pop stil：folk', { prompt: 'pop', stil: 'folk' }],
  ])('ends with a wide colon is read: %j', (typed, values) => {
    expect(valuesOf(typed)).toEqual(values)
  })

  test.each<Row>([
    ['Dear boss seen_by : me', {}],
    ['Dear boss seen_by :me', {}],
    ['Dear boss seen_by：me', {}],
    ['Dear boss **seen_by:** me', {}],
    ['Dear boss `seen_by:me`', {}],
    ['Dear boss\nSeen_by : me', {}],
    ['Dear boss\n__Seen_by__: me', {}],
    ['Dear boss\n_Seen_by: me_', {}],
    ['text:\nDear boss seen_by : me', {}],
    ['text:\nDear boss seen_by: me', {}],
    ['text:\nDear boss **seen_by: me**', {}],
  ])('says who sees it is read wherever it stands: %j', (typed) => {
    expect(valuesOf(typed, 'tts')).toEqual({ text: 'Dear boss', seen_by: 'me' })
  })

  test.each<Row>([
    ['limit credits : 5', { credits: '5' }],
    ['limit **credits:** 5 *period:* week', { credits: '5', period: 'week' }],
    ['limit credits : 5 credits period : week', { credits: '5', period: 'week' }],
    ['member member : <@U0ADA1> credits : 1', { member: 'U0ADA1', credits: '1' }],
    ['member **member: <@U0ADA1>** `credits: 1`', { member: 'U0ADA1', credits: '1' }],
  ])('is written so is read in an action: %j', (typed, values) => {
    expect(valuesOf(typed, 'budget')).toEqual(values)
  })

  test.each<Row>([
    ['**https://a.example/b.mp3** x', { prompt: '**https://a.example/b.mp3** x' }],
    ['**clip:** https://a.example/b.mp3 slower', { clip: 'https://a.example/b.mp3', prompt: 'slower' }],
    ['**clip: https://a.example/b.mp3** slower', { clip: 'https://a.example/b.mp3', prompt: 'slower' }],
    ['clip : [my song](https://a.example) slower', { clip: 'https://a.example', prompt: 'slower' }],
  ])('is of a clip is read: %j', (typed, values) => {
    expect(valuesOf(typed, 'remix')).toEqual(values)
  })
})

describe('no option is', () => {
  test.each([
    'a **bold** and `coded` song with *no* names',
    'a song *called: x* **Note:** y',
    '**A title** for `style`',
    'a **title* : x',
    'my title* : x',
    'in your style :guitar: and my title :smile:',
    'I like this style :) and this title :D, the voice :3',
    'the style :* of the title :’( and the voice :-)',
    'a stile : x',
    'a **stile:** x',
    'a : b title :: x',
    'a title\n: x',
  ])('in %j', (typed) => {
    expect(valuesOf(typed)).toEqual({ prompt: typed })
  })

  test.each<Row>([
    ['lyrics:\nOh voice : soft', { lyrics: 'Oh voice : soft' }],
    ['lyrics:\nOh *voice:* soft', { lyrics: 'Oh *voice:* soft' }],
    ['lyrics:\nOh *voice:soft*', { lyrics: 'Oh *voice:soft*' }],
    ['lyrics:\nOh voice：soft', { lyrics: 'Oh voice：soft' }],
    ['lyrics:"Oh\nVoice : soft\n**Title:** x"', { lyrics: 'Oh\nVoice : soft\n**Title:** x' }],
    ['"Oh **title:** x"', { prompt: '"Oh **title:** x"' }],
    ['title:"*a*" style:"b"* c', { title: '*a*', style: 'b"* c' }],
    ['title:*a* style:**b**', { title: '*a*', style: '**b**' }],
    ['*title: a * b* c', { title: 'a * b', prompt: 'c' }],
  ])('within lines or quotes, and marks of a value stay: %j', (typed, values) => {
    expect(valuesOf(typed)).toEqual(values)
  })
})
