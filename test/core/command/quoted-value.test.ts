import { describe, expect, test } from 'vitest'
import { readCommandText } from '../../../src/core/command/command-text.ts'
import { quotedIn } from '../../../src/core/command/quoted-value.ts'
import { allCommands } from '../../support/commands/commands.ts'

const noBreak = '\u00a0'
const narrow = '\u202f'

describe('a quoted value', () => {
  test.each<[what: string, written: string, value: string]>([
    ['straight marks', '"bossa nova"', 'bossa nova'],
    ['single straight marks', "'bossa nova'", 'bossa nova'],
    ['English marks', '“bossa nova”', 'bossa nova'],
    ['English marks, the last one straight', '“bossa nova"', 'bossa nova'],
    ['single English marks', '‘bossa nova’', 'bossa nova'],
    ['German marks', '„bossa nova“', 'bossa nova'],
    ['Polish marks', '„bossa nova”', 'bossa nova'],
    ['German marks, the last one straight', '„bossa nova"', 'bossa nova'],
    ['single German marks', '‚bossa nova‘', 'bossa nova'],
    ['single Dutch marks', '‚bossa nova’', 'bossa nova'],
    ['Swedish marks', '”bossa nova”', 'bossa nova'],
    ['guillemets that point outwards', '«bossa nova»', 'bossa nova'],
    ['guillemets that point inwards', '»bossa nova«', 'bossa nova'],
    ['guillemets that point to the right', '»bossa nova»', 'bossa nova'],
    ['single guillemets that point outwards', '‹bossa nova›', 'bossa nova'],
    ['single guillemets that point inwards', '›bossa nova‹', 'bossa nova'],
    ['guillemets with blanks inside', '« bossa nova »', 'bossa nova'],
    ['guillemets with no-break spaces', `«${noBreak}bossa nova${noBreak}»`, 'bossa nova'],
    ['guillemets with narrow no-break spaces', `‹${narrow}bossa nova${narrow}›`, 'bossa nova'],
    ['corner brackets', '「bossa nova」', 'bossa nova'],
    ['white corner brackets', '『bossa nova』', 'bossa nova'],
    ['lines', '„bossa\nnova“', 'bossa\nnova'],
    ['nothing', '„“', ''],
    ['blanks alone', '« »', ''],
    ['an apostrophe', '‚geht’s noch‘', 'geht’s noch'],
    ['straight marks within', '“say "hello" now”', 'say "hello" now'],
    ['an inch within', '„the 12" remix“', 'the 12" remix'],
    ['English marks within guillemets', '« a “b” c »', 'a “b” c'],
  ])('may have %s: %j', (_, written, value) => {
    expect(quotedIn(written)).toEqual({ value, length: written.length })
    const behind = ` title:${written} cover:no`
    expect(quotedIn(`${written}${behind}`)).toEqual({ value, length: written.length })
  })

  test.each([
    ['"bossa nova', 'bossa nova'],
    ['„bossa nova', 'bossa nova'],
    ['«bossa nova«', 'bossa nova«'],
    ['「bossa」nova', 'bossa」nova'],
    ['« bossa nova ', 'bossa nova'],
  ])('without a closing mark is all the rest: %j', (written, value) => {
    expect(quotedIn(written)).toEqual({ value, length: written.length })
  })

  test.each(['', ' ', 'bossa "nova"', '’90s disco', '(bossa nova)'])(
    'begins with an opening mark, unlike %j',
    (written) => {
      expect(quotedIn(written)).toBeUndefined()
    },
  )

  test('leaves what follows it to other options', () => {
    const music = allCommands.find(({ name }) => name === 'music')
    if (music === undefined) throw new Error('There is no /music')
    expect(readCommandText(music, 'a shanty style:„bossa nova“ title:« La mer » cover:no').values).toEqual({
      prompt: 'a shanty',
      style: 'bossa nova',
      title: 'La mer',
      cover: false,
    })
  })
})
