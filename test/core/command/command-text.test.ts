import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clip } from '../../../src/core/clip/clip-field.ts'
import { privately } from '../../../src/core/command/answer.ts'
import { type Command, defineAction } from '../../../src/core/command/command.ts'
import { readCommandText, readRequest, requestOfCommandLink } from '../../../src/core/command/command-text.ts'
import type { Fields } from '../../../src/core/fields/field.ts'
import {
  channel,
  credits,
  group,
  listed,
  member,
  optional,
  toggle,
} from '../../../src/core/fields/field-builders.ts'
import { readValues } from '../../../src/core/fields/read-values.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { fields, named, words } from '../../support/commands/typed-fields.ts'

const clipFields = { clip: clip(named('Clip')), ...fields }

const run = () => Promise.resolve(privately(plainMessage('')))
const actionOf = (name: string, taken: Fields) => defineAction({ name, summary: name, fields: taken, run })
const commandOf = (taken: Fields): Command => ({
  kind: 'utility',
  name: 'x',
  summary: 'X',
  topic: 'choices',
  audience: 'everyone',
  actions: actionOf('x', taken),
})

const purse: Command = {
  kind: 'utility',
  name: 'purse',
  summary: 'X',
  topic: 'choices',
  audience: 'admins',
  actions: [
    actionOf('show', { member: optional(member(named('Member'))) }),
    actionOf('limit', { credits: credits(named('Credits')), zone: optional(words('Zone')) }),
    actionOf('give', {
      credits: credits(named('Credits')),
      member: optional(member(named('Member'))),
      reason: optional(words('Reason')),
    }),
    actionOf('share', {
      member: optional(member(named('Member'))),
      credits: optional(credits(named('Sum'))),
    }),
    actionOf('place', { channel: channel(named('Channel')), credits: optional(credits(named('Credits'))) }),
    actionOf('band', {
      group: group(named('Group')),
      channel: optional(channel(named('Channel'))),
      credits: optional(credits(named('Credits'))),
    }),
    actionOf('keeper', { member: member(named('Member')), allowed: toggle(named('Allowed')) }),
  ],
}

const bossa = { style: 'b c', vocals_only: false }

const valuesOf = (taken: Fields, typed: string) => readCommandText(commandOf(taken), typed).values

describe('what is typed after a command', () => {
  test.each<[what: string, typed: string, values: Record<string, unknown>]>([
    ['nothing', '', {}],
    ['blanks', ' \n\t ', {}],
    ['words are what it is about', 'a sea shanty', { prompt: 'a sea shanty' }],
    ['blanks between words are one', '  a   sea \t shanty ', { prompt: 'a sea shanty' }],
    ['lines stay lines', 'heave\n\n  ho\r\nand up', { prompt: 'heave\n\nho\r\nand up' }],
    ['a value by its name', 'a shanty style:jazz', { prompt: 'a shanty', style: 'jazz' }],
    ['a value before the words', 'style:jazz a shanty', { prompt: 'a shanty', style: 'jazz' }],
    ['a value among the words', 'a style:jazz shanty', { prompt: 'a shanty', style: 'jazz' }],
    ['the name in any letters', 'Prompt:a STYLE:Jazz', { prompt: 'a', style: 'Jazz' }],
    ['a name with an underscore', 'a vocals_only:yes', { prompt: 'a', vocals_only: true }],
    ['a value with a colon in it', 'a style:9:8', { prompt: 'a', style: '9:8' }],
    [
      'an address by its name',
      'a sample:https://a.example/b',
      { prompt: 'a', sample: 'https://a.example/b' },
    ],
    ['a value in quotes', 'a style:"bossa nova" b', { prompt: 'a b', style: 'bossa nova' }],
    ['a value in single quotes', "a style:'bossa nova' b", { prompt: 'a b', style: 'bossa nova' }],
    ['a value in a phone’s quotes', 'a style:“bossa nova” b', { prompt: 'a b', style: 'bossa nova' }],
    ['a value in a phone’s single quotes', 'a style:‘bossa nova’ b', { prompt: 'a b', style: 'bossa nova' }],
    ['a quote after a blank', 'a style: "bossa nova" b', { prompt: 'a b', style: 'bossa nova' }],
    ['a quote over lines', 'a style:" la\nla "', { prompt: 'a', style: ' la\nla ' }],
    ['an apostrophe within a quote', "a style:'don't stop' b", { prompt: 'a b', style: "don't stop" }],
    ['a quote that does not close', 'a style:"bossa nova b', { prompt: 'a', style: 'bossa nova b' }],
    ['an empty quote', 'a style:"" b', { prompt: 'a b', style: '' }],
    ['a name without a value', 'a style:', { prompt: 'a', style: '' }],
    ['a name without a value, then an option', 'style: vocals_only:no', { style: '', vocals_only: false }],
    ['quotes among the words stay', 'a "sea shanty" of’s', { prompt: 'a "sea shanty" of’s' }],
    ['a name that is no option', 're: your song', { prompt: 're: your song' }],
    ['a name that is no option, in front of a value', 'foo:bar a', { prompt: 'foo:bar a' }],
    ['a slip in an option, which stays a name', 'a stil:folk', { prompt: 'a', stil: 'folk' }],
    ['a slip of another case', 'a STLYE:folk b', { prompt: 'a b', STLYE: 'folk' }],
    ['what is no slip, for a blank follows', 'a stile: b', { prompt: 'a stile: b' }],
    ['what is no slip, for it is an address', 'stile://a', { prompt: 'stile://a' }],
    ['names that every object has', 'constructor:a __proto__:b', { prompt: 'constructor:a __proto__:b' }],
    ['a colon by itself', 'a : b :c ::', { prompt: 'a : b :c ::' }],
    ['an address where no clip is taken', 'like https://a.example', { prompt: 'like https://a.example' }],
    ['a mention where no member is taken', 'for <@U123>', { prompt: 'for <@U123>' }],
    ['words go on with what it is about', 'prompt:a style:jazz sea', { prompt: 'a sea', style: 'jazz' }],
    ['what it is about by name, unquoted', 'prompt:a sea shanty', { prompt: 'a sea shanty' }],
    ['what it is about twice', 'quick prompt:"a  shanty" please', { prompt: 'quick a  shanty please' }],
    ['an option twice', 'a style:jazz style:pop', { prompt: 'a', style: 'jazz pop' }],
  ])('%s: %j', (_, typed, values) => {
    expect(valuesOf(fields, typed)).toEqual(values)
  })

  test.each<[what: string, typed: string, values: Record<string, unknown>]>([
    ['goes on to the end', 'a waltz style: bossa nova', { prompt: 'a waltz', style: 'bossa nova' }],
    ['may be all there is', 'style: jazz', { style: 'jazz' }],
    ['goes on to the next option', 'a style: b c VOICE: d e', { prompt: 'a', style: 'b c', voice: 'd e' }],
    ['goes on to one without a blank', 'style: b c vocals_only:no d', { ...bossa, prompt: 'd' }],
    ['goes on to a slip', 'style: b c stil:d', { style: 'b c', stil: 'd' }],
    ['ends with its line where it has one', 'voice: b c\r\nd e', { voice: 'b c', prompt: 'd e' }],
    ['may begin on the next line', 'a\nvoice:\n\nb c\nd', { voice: 'b c', prompt: 'a\nd' }],
    ['keeps its lines where it may have several', 'a\nstyle:\n b\n\nc', { prompt: 'a', style: 'b\n\nc' }],
    ['ends at a line that begins with a name', 'style: b\nc\nvoice: d', { style: 'b\nc', voice: 'd' }],
    ['has names within its later lines', 'style: b\nc voice: d\ne', { style: 'b\nc voice: d\ne' }],
    ['has names within lines below its own', 'style:\nb voice: c', { style: 'b voice: c' }],
    ['begins with a quotation below its name', 'style:\n"b" she said', { style: '"b" she said' }],
    ['has one below its name where it has a line', 'voice:\n"b c"\nd', { voice: 'b c', prompt: 'd' }],
    ['may be a colon with words', 'style: re: b 9:8', { style: 're: b 9:8' }],
    ['may come twice', 'style: b voice: c style: d', { style: 'b d', voice: 'c' }],
    ['may be what it is about', 'style: b\nprompt: c d', { style: 'b', prompt: 'c d' }],
    ['is read by its field', 'model: VERSION seven\nvocals_only: yes', { model: 'v7', vocals_only: true }],
  ])('a value with a blank behind its name %s: %j', (_, typed, values) => {
    expect(valuesOf(fields, typed)).toEqual(values)
  })

  test.each<[typed: string, values: Record<string, unknown>]>([
    ['“It’s 10:30 — time for voice: calm & soft”', {}],
    ['"style:jazz"', {}],
    ['„a style: b\nvoice: c“\n', {}],
    ['"a voice: b" style: c', { style: 'c' }],
    ['“a style: b” voice:c', { voice: 'c' }],
    ["'a style: b' voice: c", { voice: 'c' }],
    ['“a style: b” c: d”', {}],
  ])('a text that begins in quotes names no option in them: %j', (typed, values) => {
    const prompt = /^.*[”"“']/s.exec(typed)?.[0]
    expect(valuesOf(fields, typed)).toEqual({ prompt, ...values })
  })

  test.each([
    ['"a" style:jazz b "c"', { prompt: '"a" b "c"', style: 'jazz' }],
    ['"a" b style:jazz', { prompt: '"a" b', style: 'jazz' }],
    ['"a style:jazz', { prompt: '"a', style: 'jazz' }],
    ["'90s pop style:jazz rock 'n' roll", { prompt: "'90s pop rock 'n' roll", style: 'jazz' }],
  ])('options beside quotes, or behind an apostrophe, are options: %j', (typed, values) => {
    expect(valuesOf(fields, typed)).toEqual(values)
  })

  test.each<[typed: string, value: unknown]>([
    ...(['yes', 'YES', 'true', 'on'] as const).map((typed) => [typed, true] as [string, unknown]),
    ...(['no', 'No', 'false', 'off'] as const).map((typed) => [typed, false] as [string, unknown]),
    ['maybe', 'maybe'],
    ['1', '1'],
    ['""', ''],
    ['yes vocals_only:no', 'yes no'],
  ])('a toggle given as %s is %j', (typed, value) => {
    expect(valuesOf(fields, `vocals_only:${typed}`)).toEqual({ vocals_only: value })
  })

  test.each([
    ['v7-pro', 'v7-pro'],
    ['V7', 'v7'],
    ['"version SEVEN"', 'v7'],
    ['v8', 'v8'],
    ['constructor', 'constructor'],
  ])('a choice given as %s is %j', (typed, value) => {
    expect(valuesOf(fields, `model:${typed}`)).toEqual({ model: value })
  })
})

describe('a clip', () => {
  test.each<[typed: string, values: Record<string, unknown>]>([
    ['https://a.example/b.mp3 slower', { clip: 'https://a.example/b.mp3', prompt: 'slower' }],
    ['make HTTP://a.example slower', { clip: 'HTTP://a.example', prompt: 'make slower' }],
    ['slower: https://a.example/b.mp3.', { clip: 'https://a.example/b.mp3', prompt: 'slower:' }],
    ['<https://a.example/b?c=d,e> slower', { clip: 'https://a.example/b?c=d,e', prompt: 'slower' }],
    ['<https://a.example|a.example> slower', { clip: 'https://a.example', prompt: 'slower' }],
    ['clip:https://a.example slower', { clip: 'https://a.example', prompt: 'slower' }],
    ['clip:<https://a.example> slower', { clip: 'https://a.example', prompt: 'slower' }],
    [
      'clip:https://a.example like https://b.example',
      { clip: 'https://a.example', prompt: 'like https://b.example' },
    ],
    [
      'https://a.example like https://b.example',
      { clip: 'https://a.example', prompt: 'like https://b.example' },
    ],
    ['xhttps://a.example ftp://b.example', { prompt: 'xhttps://a.example ftp://b.example' }],
    ['clip:song.mp3', { clip: 'song.mp3' }],
    ['clip: https://a.example slower', { clip: 'https://a.example', prompt: 'slower' }],
    ['prompt: slower https://a.example', { clip: 'https://a.example', prompt: 'slower' }],
    ['clip:https://a.example clip:https://b.example', { clip: ['https://a.example', 'https://b.example'] }],
  ])('is found in %s', (typed, values) => {
    expect(valuesOf(clipFields, typed)).toEqual(values)
  })

  test('given twice is refused', () => {
    const read = readValues(
      clipFields,
      valuesOf(clipFields, 'a clip:https://a.example clip:https://b.example'),
    )
    expect(read).toMatchObject({ ok: false, problems: [{ field: 'clip' }] })
  })
})

describe('the words go', () => {
  const style = fields.style
  test.each<[what: string, taken: Fields, values: Record<string, unknown>]>([
    [
      'to the first text that is required',
      { style, voice: listed({ ...named('V'), list: 'voices', lengthMax: 9 }), a: words('A'), b: words('B') },
      { a: 'on' },
    ],
    [
      'else to what else is required',
      { clip: clip(named('Clip')), style, sum: credits(named('Sum')) },
      { sum: 'on' },
    ],
    ['else to the first text', { clip: clip(named('Clip')), model: fields.model, style }, { style: 'on' }],
    [
      'else to the first that can be typed',
      { clip: clip(named('Clip')), loud: optional(toggle(named('Loud'))) },
      { loud: true },
    ],
    [
      'else to a member, who must be mentioned',
      { member: optional(member(named('Member'))) },
      { member: '@on' },
    ],
    ['else nowhere, and are refused by name', { clip: clip(named('Clip')) }, { on: 'on' }],
    ['nowhere where nothing is taken', {}, { on: 'on' }],
    ['nowhere, also where they are called like a field', { on: clip(named('Clip')) }, { 'on:': 'on' }],
  ])('%s', (_, taken, values) => {
    expect(valuesOf(taken, 'on')).toEqual(values)
  })
})

describe('a command of several actions', () => {
  test.each<[typed: string, action: string | undefined, values: Record<string, unknown>]>([
    ['', undefined, {}],
    ['  ', undefined, {}],
    ['show', 'show', {}],
    [' SHOW ', 'show', {}],
    ['limit 10', 'limit', { credits: '10' }],
    ['Limit\n2.50 zone:Europe/Berlin', 'limit', { credits: '2.50', zone: 'Europe/Berlin' }],
    ['limit credits: 10', 'limit', { credits: '10' }],
    ['limit credits: 7,50 zone: Europe/Berlin', 'limit', { credits: '7,50', zone: 'Europe/Berlin' }],
    [
      'give 5 reason: for the <@U1> winners',
      'give',
      { credits: '5', member: 'U1', reason: 'for the winners' },
    ],
    ['share member: @ada 5', 'share', { member: '@ada', credits: '5' }],
    ['limit zone:Europe/Berlin 10', 'limit', { credits: '10', zone: 'Europe/Berlin' }],
    ['give 5 reason:for the  winners', 'give', { credits: '5', reason: 'for the winners' }],
    ['give reason:for the winners credits:5', 'give', { credits: '5', reason: 'for the winners' }],
    [
      'give 5 reason:for the <@U1> winners',
      'give',
      { credits: '5', member: 'U1', reason: 'for the winners' },
    ],
    ['give 5 for the winners', 'give', { credits: '5 for the winners' }],
    ['give 5 reason:for credits:6 the winners', 'give', { credits: '5 6 the winners', reason: 'for' }],
    ['limits 10', 'limits', { '10': '10' }],
    ['constructor', 'constructor', {}],
    ['show <@U0ADA1>', 'show', { member: 'U0ADA1' }],
    ['show <@!123456>', 'show', { member: '123456' }],
    ['show member:<@U0ADA1|ada.b>', 'show', { member: 'U0ADA1' }],
    ['show member:U0ADA1', 'show', { member: 'U0ADA1' }],
    ['show ada', 'show', { member: '@ada' }],
    ['show member:@ada', 'show', { member: '@ada' }],
    ['show member:42', 'show', { member: '@42' }],
    ['show member:MAX1', 'show', { member: '@MAX1' }],
    ['show member:WINNERS', 'show', { member: '@WINNERS' }],
    ['show member:123456789012345678', 'show', { member: '123456789012345678' }],
    ['show member', 'show', { member: '@member' }],
    ['share 5', 'share', { credits: '5' }],
    ['share 5 <@U0ADA1>', 'share', { member: 'U0ADA1', credits: '5' }],
    ['share <@U0ADA1> <@U0BEN2>', 'share', { member: 'U0ADA1', credits: '<@U0BEN2>' }],
    ['place <#123456> 5', 'place', { channel: '123456', credits: '5' }],
    ['place <#C0ABC|music> 5', 'place', { channel: 'C0ABC', credits: '5' }],
    ['place 5 channel:<#C0ABC|>', 'place', { channel: 'C0ABC', credits: '5' }],
    ['place channel:music', 'place', { channel: '#music' }],
    ['place channel:#music', 'place', { channel: '#music' }],
    ['place <@&123456> 5', 'place', { channel: '#<@&123456>', credits: '5' }],
    ['band 5 <@&123456>', 'band', { group: '123456', credits: '5' }],
    ['band <!subteam^S0ABC> <#C0ABC>', 'band', { group: 'S0ABC', channel: 'C0ABC' }],
    ['band group:<!subteam^S0ABC|@crew> 5', 'band', { group: 'S0ABC', credits: '5' }],
    ['band group:crew', 'band', { group: '@crew' }],
    ['band <@U0ADA1>', 'band', { group: '@<@U0ADA1>' }],
    ['band #crew 5', 'band', { channel: '#crew', credits: '5' }],
    ['share max 5', 'share', { member: '@max', credits: '5' }],
    ['share U0ADA1 5', 'share', { member: '@U0ADA1', credits: '5' }],
    ['share max power credits:5', 'share', { member: '@max power', credits: '5' }],
    ['share credits:5 max', 'share', { member: '@max', credits: '5' }],
    ['share 5 credits', 'share', { credits: '5' }],
    ['share -5', 'share', { credits: '-5' }],
    ['keeper max yes', 'keeper', { member: '@max', allowed: true }],
    ['keeper <@U0ADA1> yes', 'keeper', { member: 'U0ADA1', allowed: true }],
    ['keeper allowed:off member:<@U0ADA1>', 'keeper', { member: 'U0ADA1', allowed: false }],
  ])('%j is the action %s', (typed, action, values) => {
    expect(readCommandText(purse, typed)).toEqual({ action, values })
  })

  test.each(['show ada', 'show @ada', 'show <@U0ADA1> <@U0BEN2>'])(
    'in which nobody is mentioned, or two are, is refused: %s',
    (typed) => {
      const { values } = readCommandText(purse, typed)
      expect(readValues({ member: optional(member(named('Member'))) }, values)).toMatchObject({ ok: false })
    },
  )
})

/** An opening mark, the closing one, and others that close it too. */
const quotePairs = ['“”"', '""', "''", '‘’', '「」'] as const

/** A value between quotes that end no word within it. */
const quoted = (value: string): string | undefined => {
  const pair = quotePairs.find((marks) => !new RegExp(`[${marks.slice(1)}]\\s`).test(value))
  return pair && `${pair[0]}${value}${pair[1]}`
}

describe('for any texts', () => {
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[ab"'“”‘’: \n]{0,12}$/),
  )

  test('what is written down with names and quotes is read back as it was', () => {
    const values = fc.record({ style: anyText, prompt: anyText, voice: anyText }, { requiredKeys: [] })
    fc.assert(
      fc.property(values, (given) => {
        const written = Object.entries(given).map(([name, value = '']) => [name, quoted(value)] as const)
        fc.pre(written.every(([, value]) => value !== undefined))
        const typed = written.map(([name, value]) => `${name}:${value}`).join(' ')
        expect(valuesOf(fields, typed)).toEqual(given)
      }),
    )
  })

  test('no word is lost, and none is made up', () => {
    const letters = (value: string) => [...value.matchAll(/[a-z0-9]+/g)].map(([word]) => word).sort()
    const typedText = fc
      .array(
        fc.constantFrom(
          'style:',
          'prompt:',
          'voice:',
          'a1',
          'b2',
          '"c3 d4"',
          'style:"e5',
          "f6'",
          ' ',
          '\n',
          ':',
        ),
      )
      .map((parts) => parts.join(' '))
    fc.assert(
      fc.property(typedText, (typed) => {
        const found = letters(Object.values(valuesOf(fields, typed)).join(' '))
        const asked = letters(typed)
        const isName = (word: string) => word === 'style' || word === 'prompt' || word === 'voice'
        expect(found.filter((word) => !isName(word))).toEqual(asked.filter((word) => !isName(word)))
      }),
    )
  })
})

describe('a request in words', () => {
  test.each([
    ['remix as bossa nova', 'remix', undefined, { prompt: 'as bossa nova' }],
    ['remix 3f2akd7c.2 as bossa nova', 'remix', undefined, { clip: '3f2akd7c.2', prompt: 'as bossa nova' }],
    ['remix clip:3f2a.2 side.1 anew', 'remix', undefined, { clip: '3f2a.2', prompt: 'side.1 anew' }],
    ['Remix\nas bossa nova', 'remix', undefined, { prompt: 'as bossa nova' }],
    ['/remix as bossa nova', 'remix', undefined, { prompt: 'as bossa nova' }],
    [
      'music a song about rain\nTitle: Grey Skies\nStyle: indie folk\nLyrics:\n[Verse]\nRain on my voice: soft\n\n[Chorus]\nRain',
      'music',
      undefined,
      {
        prompt: 'a song about rain',
        title: 'Grey Skies',
        style: 'indie folk',
        lyrics: '[Verse]\nRain on my voice: soft\n\n[Chorus]\nRain',
      },
    ],
    [
      'music a waltz style: jazz length: 30s',
      'music',
      undefined,
      { prompt: 'a waltz', style: 'jazz', length: '30s' },
    ],
    ['MUSIC style:waltz a hymn', 'music', undefined, { style: 'waltz', prompt: 'a hymn' }],
    [
      'tts read https://a.example/b.mp3 aloud',
      'tts',
      undefined,
      { text: 'read https://a.example/b.mp3 aloud' },
    ],
    [
      'tts hello sample:https://a.example/b.mp3',
      'tts',
      undefined,
      { text: 'hello', sample: 'https://a.example/b.mp3' },
    ],
    ['budget show', 'budget', 'show', {}],
    ['budget limit 5', 'budget', 'limit', { credits: '5' }],
    ['remix', 'remix', undefined, {}],
    [
      'master https://example.com/a.mp3 https://example.com/b.mp3',
      'master',
      undefined,
      { clip: 'https://example.com/a.mp3', reference: 'https://example.com/b.mp3' },
    ],
    [
      'cut https://example.com/a.mp3 0:10 end:1:23.5',
      'cut',
      undefined,
      { clip: 'https://example.com/a.mp3', start: '0:10', end: '1:23.5' },
    ],
  ])('%j is a request for /%s %s', (text, command, action, values) => {
    expect(readRequest(allCommands, text)).toEqual({ command, action, values })
  })

  test.each(['', ' ', '/'])('%j is answered with the help', (text) => {
    expect(readRequest(allCommands, text)).toEqual({ command: 'help', action: undefined, values: {} })
  })

  test.each([
    ['music help', { command: 'music' }],
    ['/tts  Help.', { command: 'tts' }],
    ['lyrics -h', { command: 'lyrics' }],
    ['remix --HELP', { command: 'remix' }],
    ['remix —help', { command: 'remix' }],
    ['cut ?', { command: 'cut' }],
    ['budget help', { command: 'budget' }],
    ['voices help', { command: 'voices' }],
    ['help help', {}],
  ])('%j is one for the help of that command', (text, values) => {
    expect(readRequest(allCommands, text)).toEqual({ command: 'help', action: undefined, values })
  })

  test.each([
    ['music "help"', { prompt: '"help"' }],
    ['music prompt:help', { prompt: 'help' }],
    ['music help me', { prompt: 'help me' }],
    ['music ??', { prompt: '??' }],
  ])('%j has the word as its prompt', (text, values) => {
    expect(readRequest(allCommands, text)).toEqual({ command: 'music', action: undefined, values })
  })

  test('for an action called help is one for that action', () => {
    const desk: Command = { ...purse, name: 'desk', actions: [actionOf('show', {}), actionOf('help', {})] }
    expect(readRequest([desk], 'desk help')).toEqual({ command: 'desk', action: 'help', values: {} })
  })

  test.each([
    ['please make a song', 'please make a song'],
    ['/remixes all ', 'remixes all'],
    [' thanks!\nstyle:folk', 'thanks!\nstyle:folk'],
  ])('%j, which names no command, is answered with help for it as it was typed', (text, unread) => {
    expect(readRequest(allCommands, text)).toEqual({
      command: 'help',
      action: undefined,
      values: {},
      unread,
    })
  })
})

describe('what a button asks for', () => {
  const taken = { clip: clip(named('Clip')), wav: toggle(named('Wav')), prompt: words('Prompt') }

  test('is read as if it had been typed, each value by itself', () => {
    const values = { clip: '3f2akd7c.2', wav: 'yes', prompt: 'style:folk "x"', gone: 'yes' }
    expect(requestOfCommandLink([commandOf(taken)], { command: 'x', action: undefined, values })).toEqual({
      command: 'x',
      action: undefined,
      values: { clip: '3f2akd7c.2', wav: true, prompt: 'style:folk "x"', gone: 'yes' },
    })
  })

  test('of a command that is not there any more stays as it is', () => {
    const asked = { command: 'gone', action: 'a', values: { wav: 'yes' } }
    expect(requestOfCommandLink([], asked)).toEqual(asked)
  })
})
