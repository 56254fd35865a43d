import { describe, expect, test } from 'vitest'
import { startSlack } from '../../../../sandbox/slack/stand-in.ts'
import { limits } from '../../../../src/bots/slack/render/limits.ts'
import { slackManifest } from '../../../../src/bots/slack/setup/manifest.ts'
import { missingScopes, scopes } from '../../../../src/bots/slack/setup/scopes.ts'
import type { Command } from '../../../../src/core/command/command.ts'
import { startClock } from '../../../../studio/kit/clock.ts'
import { allCommands } from '../../../support/commands/commands.ts'
import { createStrictWire } from '../../../support/sandbox/strict.ts'
import { commands, remix } from '../commands.ts'

const requestUrl = 'https://tunesmith.example.com/slack/events'

describe.each([
  ['Socket Mode', undefined],
  ['HTTP', requestUrl],
])('the manifest for %s', (_, url) => {
  test('of all commands is one that Slack installs', async () => {
    const clock = startClock()
    const slack = await startSlack({ clock, wire: createStrictWire(clock) })
    expect(() => slack.installManifest(slackManifest(allCommands, { requestUrl: url }))).not.toThrow()
    await slack.close()
    clock.stop()
  })

  test('says where Slack reaches us everywhere, or nowhere', () => {
    const text = JSON.stringify(slackManifest(commands, { requestUrl: url }))
    // Events, interactivity, menus, and each of the three commands and /tunesmith.
    expect(text.split(requestUrl)).toHaveLength(url === undefined ? 1 : 8)
    expect(text.includes('"socket_mode_enabled":true')).toBe(url === undefined)
  })
})

test.each([
  [undefined, undefined, false, false],
  [
    { redirectUrl: 'https://tunes.example/slack/oauth_redirect', rotatesTokens: false },
    ['https://tunes.example/slack/oauth_redirect'],
    true,
    false,
  ],
  [
    { redirectUrl: 'https://tunes.example/slack/oauth_redirect', rotatesTokens: true },
    ['https://tunes.example/slack/oauth_redirect'],
    true,
    true,
  ],
] as const)(
  'the manifest of an app that is installed as %o leads browsers back to %o',
  (installs, urls, hears, rotates) => {
    const { oauth_config, settings } = slackManifest(commands, {
      requestUrl: undefined,
      ...(installs !== undefined && { installs }),
    })
    expect('redirect_urls' in oauth_config ? oauth_config.redirect_urls : undefined).toEqual(urls)
    expect(settings.event_subscriptions.bot_events.includes('app_uninstalled')).toBe(hears)
    expect(settings.event_subscriptions.bot_events.includes('tokens_revoked')).toBe(hears)
    expect(settings.token_rotation_enabled).toBe(rotates)
  },
)

test('the manifest offers each command with its usage, and each message action', () => {
  expect(slackManifest(commands, { requestUrl: undefined })).toMatchObject({
    features: {
      slash_commands: [
        { command: '/tunesmith', should_escape: true },
        {
          command: '/remix',
          description: remix.summary,
          usage_hint: expect.stringContaining('<prompt>'),
          should_escape: true,
        },
        { command: '/budget', usage_hint: expect.stringMatching(/^limit <amount>.* \| show$/) },
        { command: '/help' },
      ],
      shortcuts: [{ type: 'message', name: 'Remix this clip', callback_id: 'remix' }],
    },
    settings: {
      event_subscriptions: {
        bot_events: [
          'app_home_opened',
          'app_mention',
          'member_joined_channel',
          'message.channels',
          'message.groups',
          'message.im',
        ],
      },
      interactivity: { is_enabled: true },
    },
    oauth_config: { scopes: { bot: Object.keys(scopes) } },
  })
})

describe('what the app is said to do', () => {
  const shown = (offered: readonly Command[]) =>
    slackManifest(offered, { requestUrl: undefined }) as {
      display_information: { description: string; long_description: string }
    }
  const longDescription = (offered: readonly Command[]) => shown(offered).display_information.long_description

  test('is a line for each command, as members read it', async () => {
    const text = longDescription(allCommands)
    for (const { name, summary } of allCommands) expect(text).toContain(`\n/${name}: ${summary}`)
    await expect(`${text}\n`).toMatchFileSnapshot('golden/long-description.txt')
  })

  test.each([0, 1, 18, 400])('fits into what Slack takes, of %i commands', (count) => {
    const many = Array.from({ length: count }, (_, index) => ({ ...remix, name: `remix${index}` }))
    const { length } = longDescription(many)
    expect(length).toBeLessThanOrEqual(limits.manifestLongDescription)
    expect(length).toBeGreaterThanOrEqual(limits.manifestLongDescriptionMin)
    expect(longDescription(many).split('\n').slice(1)).toEqual(
      many
        .map(({ name, summary }) => `/${name}: ${summary}`)
        .slice(0, longDescription(many).split('\n').length - 1),
    )
    expect(shown(many).display_information.description.length).toBeLessThanOrEqual(limits.manifestDescription)
  })
})

test('a command with more actions than fit shows how to type whole ones', () => {
  const budget = allCommands.filter(({ name }) => name === 'budget')
  const { features } = slackManifest(budget, { requestUrl: undefined }) as {
    features: { slash_commands: { usage_hint: string }[] }
  }
  const { usage_hint: hint = '' } = features.slash_commands[1] ?? {}
  expect(hint.length).toBeLessThanOrEqual(limits.slashHint)
  expect(hint).toMatch(/^show .* \| give <credits> .*\[expires:1d\|3d\|7d\] \[reason:…\] \| .*\] \| …$/)
})

test('a command that Slack has itself is reached through /tunesmith alone', () => {
  const status: Command = { ...remix, name: 'status', messageAction: undefined }
  const { features } = slackManifest([status], { requestUrl: undefined }) as {
    features: { slash_commands: unknown[] }
  }
  expect(features.slash_commands).toHaveLength(1)
})

// https://docs.slack.dev/reference/app-manifest
test('all commands together stay within what a manifest may hold', () => {
  const names = allCommands.map(({ name }) => name)
  expect(names.length + 1).toBeLessThanOrEqual(limits.slashCommands)
  expect(names.every((name) => /^[a-z][a-z0-9_-]*$/.test(name) && name.length < limits.slashCommand)).toBe(
    true,
  )
  const actions = allCommands.flatMap((command) =>
    command.kind === 'feature' && command.messageAction !== undefined ? [command.messageAction] : [],
  )
  expect(actions.length).toBeLessThanOrEqual(limits.shortcuts)
  expect(actions.filter((name) => name.length > limits.shortcutName)).toEqual([])
})

test('rights that were not granted are told by name', () => {
  expect(missingScopes(Object.keys(scopes).slice(2))).toEqual(Object.keys(scopes).slice(0, 2))
  expect(missingScopes(Object.keys(scopes))).toEqual([])
})
