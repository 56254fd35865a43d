import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { namedBodyCheck } from '../../../../sandbox/discord/open-api/named-file.ts'
import { commandList } from '../../../../sandbox/discord/validation/commands.ts'
import { speakWithCatalogues } from '../../../../src/app/catalogues.ts'
import { commandBodies } from '../../../../src/bots/discord/setup/commands.ts'
import { speak } from '../../../../src/core/text/say.ts'
import { allCommands } from '../../../support/commands/commands.ts'

const fixtures = fileURLToPath(new URL('../../../fixtures/texts', import.meta.url))

beforeAll(() => speakWithCatalogues('en', fixtures))
afterEach(() => speak('en'))

const bodies = () => commandBodies(allCommands)
const bodyOf = (name: string) => bodies().find((body) => body.name === name)
const optionOf = (command: string, name: string) =>
  JSON.parse(JSON.stringify(bodyOf(command))).options.find((option: { name: string }) => option.name === name)

describe('beside the installation’s language', () => {
  test('a command has its summary in every other that there is', () => {
    expect(bodyOf('music')).toMatchObject({
      description: 'Make a song',
      description_localizations: { pl: 'Zrob piosenke z opisu' },
    })
    speak('pl')
    expect(bodyOf('music')).toMatchObject({
      description: 'Zrob piosenke z opisu',
      // Discord knows two kinds of English: https://docs.discord.com/developers/reference#locales
      description_localizations: {
        'en-US': 'Make a song',
        'en-GB': 'Make a song',
      },
    })
  })

  test('so have its options and their choices', () => {
    expect(optionOf('music', 'title')).toMatchObject({
      description: 'Title of the song',
      description_localizations: { pl: 'Jak nazywa sie piosenka' },
    })
    const { choices } = optionOf('tts', 'gender')
    expect(choices).toEqual([
      { name: 'Male', value: 'male' },
      { name: 'Female', name_localizations: { pl: 'Kobiecy' }, value: 'female' },
    ])
  })

  test('an entry of a message’s menu is called so, and known by one name', () => {
    const entry = { name: 'Remix this clip', name_localizations: { pl: 'Zremiksuj ten klip' } }
    expect(bodyOf('Remix this clip')).toMatchObject(entry)
    speak('pl')
    expect(bodyOf('Remix this clip')).toMatchObject(entry)
  })

  test('what a language lacks is not named', () => {
    expect(optionOf('music', 'prompt')).not.toHaveProperty('description_localizations')
    speak('pl')
    expect(optionOf('music', 'prompt')).toMatchObject({ description: expect.stringContaining('song') })
  })
})

test('names of commands and of their options are the same in every language', () => {
  const namesOf = (part: { name: string; options?: readonly unknown[] }): unknown[] => [
    part.name,
    ...(part.options ?? []).map((option) => namesOf(option as { name: string })),
  ]
  const english = bodies().map((body) => namesOf(JSON.parse(JSON.stringify(body))))
  speak('pl')
  expect(bodies().map((body) => namesOf(JSON.parse(JSON.stringify(body))))).toEqual(english)
})

const { checkBody } = await namedBodyCheck()

test.each(['en', 'pl'])('all of it is what Discord takes, with %s as the language here', (language) => {
  speak(language)
  const sent = JSON.parse(JSON.stringify(bodies()))
  expect(commandList.safeParse(sent).error?.issues ?? []).toEqual([])
  expect(checkBody?.('PUT /applications/:applicationId/commands', sent) ?? []).toEqual([])
})
