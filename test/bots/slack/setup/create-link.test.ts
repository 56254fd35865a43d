import { expect, test } from 'vitest'
import { createAppLink } from '../../../../src/bots/slack/setup/create-link.ts'
import { slackManifest } from '../../../../src/bots/slack/setup/manifest.ts'
import { allCommands } from '../../../support/commands/commands.ts'
import '../../../support/suite/speech.ts'

const manifestIn = (link: string) => JSON.parse(new URL(link).searchParams.get('manifest_json') ?? '')

const full = slackManifest(allCommands, { requestUrl: undefined })

test('the link has the whole manifest where it is short', () => {
  const small = { ...full, features: { ...full.features, slash_commands: [], shortcuts: [] } }
  expect(manifestIn(createAppLink(small))).toEqual(JSON.parse(JSON.stringify(small)))
})

test('a long one loses texts that only explain, the hints of the first commands last, and nothing else', () => {
  const link = createAppLink(full)
  expect(link.length).toBeLessThanOrEqual(8_000)
  const linked = manifestIn(link)
  expect(linked).not.toHaveProperty('display_information.long_description')
  const hints = linked.features.slash_commands.map((command: object) => 'usage_hint' in command)
  expect(hints).toEqual(hints.toSorted((one: boolean, other: boolean) => Number(other) - Number(one)))
  expect(hints.slice(0, 2)).toEqual([true, true])
  const { long_description: _, ...display } = full.display_information
  const commands = full.features.slash_commands.map((command, index) => ({
    ...command,
    usage_hint: hints[index] ? (command as { usage_hint?: string }).usage_hint : undefined,
  }))
  expect(linked).toEqual(
    JSON.parse(
      JSON.stringify({
        ...full,
        display_information: display,
        features: { ...full.features, slash_commands: commands },
      }),
    ),
  )
})
