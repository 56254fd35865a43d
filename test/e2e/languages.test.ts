import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { opensInTheEnd } from '../support/sandbox/forms.ts'
import { createPeople, type People, type SeenMessage, type Sought } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

// Members read Tunesmith in the language of their client, whatever the others read.

let world: World

beforeAll(async () => {
  world = await startStrictWorld({ bot: { isProcess: true } })
})
afterAll(() => world.stop())

const catalogueOf = (language: string): Readonly<Record<string, string>> =>
  z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(new URL(`../../src/core/text/${language}.json`, import.meta.url), 'utf8')))

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A text as it is written in a language, with anything for its values. */
const said = (language: string, text: string): RegExp =>
  new RegExp(
    (catalogueOf(language)[text] ?? text)
      .split(/\{\{.*?\}\}/)
      .map(escaped)
      .join('.*'),
  )

/** Members with the platforms' names of their languages; French has no catalogue. */
const speakers = {
  discord: [
    ['ada', 'de', 'de'],
    ['max', 'es-419', 'es'],
    ['mia', 'ja', 'ja'],
  ],
  slack: [
    ['ada', 'de-DE', 'de'],
    ['max', 'es-LA', 'es'],
    ['mia', 'ja-JP', 'ja'],
  ],
} satisfies Record<ChatPlatform, [member: string, locale: string, language: string][]>

describe.each<ChatPlatform>(chatPlatforms)('on %s', (platform) => {
  let people: People

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    for (const [member, locale] of speakers[platform])
      await people.manages(member, { what: 'choose language', locale })
    await people.uses('ada', '/budget limit', { credits: 10, period: 'month' })
    await people.sees('ada', said('de', 'Budget set: {{limit}}.'))
  })

  const seen = async (member: string, does: () => Promise<unknown>, sought: Sought): Promise<SeenMessage> => {
    const since = await people.latest(member)
    await does()
    return people.sees(member, sought, since)
  }

  test.each(speakers[platform])(
    '%s, whose client says %s, is answered, told and shown a result in %s',
    async (member, _, language) => {
      const refused = await seen(
        member,
        () => people.uses(member, '/jobs show', { job: 'nothing' }),
        'nothing',
      )
      expect(refused.text).toMatch(said(language, 'See yours with /jobs mine.'))
      const made = await seen(
        member,
        () => people.uses(member, '/music', { prompt: `a waltz for ${member}` }),
        ({ text }) => text.includes(`a waltz for ${member}`) && said(language, 'Made with AI').test(text),
      )
      expect(made.buttons.map(({ label }) => label)).toContain(catalogueOf(language).Again)
      const remix = `${catalogueOf(language).Remix} 1`
      const form = await opensInTheEnd(() => people.presses(member, made.id, remix))
      expect(form.title).toContain(catalogueOf(language)['Remix this clip'])
    },
  )
})

test('a language without a catalogue is answered in that of the installation', async () => {
  const people = createPeople(world.addresses, 'discord')
  await people.manages('max', { what: 'choose language', locale: 'fr' })
  const since = await people.latest('max')
  await people.uses('max', '/jobs show', { job: 'nothing' })
  expect((await people.sees('max', 'nothing', since)).text).toContain('No job called "nothing" here.')
})

test('a picture, whose font has no Japanese letters, is English beside a Japanese text', async () => {
  const people = createPeople(world.addresses, 'discord')
  await people.manages('ada', { what: 'choose language', locale: 'ja' })
  const since = await people.latest('ada')
  await people.uses('ada', '/budget show')
  const { files, text } = await people.sees('ada', (seen) => seen.files.length > 0, since)
  expect(files[0]?.description).toMatch(/ left, .* used, /)
  expect(text).toContain(catalogueOf('ja')['Time zone'])
})
