import { describe } from 'vitest'
import { startDiscord } from '../../../sandbox/discord/stand-in.ts'
import { createDiscord } from '../../../src/bots/discord/discord.ts'
import { performed } from '../../../src/core/effect.ts'
import { startClock } from '../../../studio/kit/clock.ts'
import { everyCommand } from '../../support/commands/commands.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { createStrictWire } from '../../support/sandbox/strict.ts'
import { describeAdmission } from '../admission-contract.ts'
import { describeAlone } from '../alone-contract.ts'
import { describePlatformContract } from '../contract.ts'
import { controlOf, remixOf } from '../contract-deeds.ts'
import type { ChatWorld, DirectHarness } from '../contract-stage.ts'
import { describeDirectMessages } from '../direct-messages-contract.ts'
import { describeFiles } from '../files-contract.ts'
import { describeNotices } from '../notice-contract.ts'
import { describeSecrets } from '../secret-contract.ts'
import { describeUntouchedForms } from '../untouched-forms-contract.ts'

const start = async (): Promise<ChatWorld> => {
  const clock = startClock()
  const wire = createStrictWire(clock)
  const standIn = await startDiscord({ clock, wire })
  const { api, cdn, token, guildId, channelId, channelIds, adminId, memberIds, managerRoleId } =
    standIn.addresses
  const [member = '', other = ''] = memberIds
  const [, aside = ''] = channelIds
  const connect: ChatWorld['connect'] = (options) =>
    createDiscord({
      effect: performed,
      token,
      apiUrl: api,
      fileOrigins: [cdn],
      messageContent: true,
      shards: undefined,
      now: clock.now,
      ...options,
    })
  await connect({
    download: () => Promise.reject(new Error('no files')),
    log: createRecordingLog(),
    wait: () => Promise.resolve(),
  }).publish(everyCommand)
  return {
    clock,
    wire,
    people: standIn.people,
    connect,
    places: {
      server: guildId,
      channel: channelId,
      aside,
      silent: channelIds.slice(2, 3),
      admin: adminId,
      member,
      other,
      group: managerRoleId,
      grouped: adminId,
    },
    async close() {
      await standIn.close()
      clock.stop()
    },
  }
}

/** A clip has an option for its address beside the one to upload. */
const optionName = (command: string, action: string | undefined, name: string): string =>
  controlOf(command, action, name)?.kind === 'clip' ? `${name}_link` : name

describe('Discord', () => {
  const harness: DirectHarness = {
    name: 'discord',
    tokenSetting: 'DISCORD_TOKEN',
    untilDeliveryMs: 5_000, // of the bucket of messages in a channel
    hasThreads: false,
    isOpen: false,
    whispers: false,
    refusals: {
      wrongToken: [/^GET .*: 401 0 /],
      elsewhere: [/^GET .*: 404 10004 /, /^GET .*: 404 10004 /],
      replaced: [],
      gone: [/^DELETE .*: 404 10008 /, /^PATCH .*: 404 10008 /],
      // With its files and, in case that is what it may not, without.
      silent: [/^POST .*: 403 50013 /, /^POST .*: 403 50013 /],
    },
    start,
    isAnswer: (call) => /^POST \S+\/channels\/\d+\/messages /.test(call),
    command: (name, action, values) => ({
      command: action === undefined ? `/${name}` : `/${name} ${action}`,
      options: Object.fromEntries(
        Object.entries(values).map(([option, value]) => [optionName(name, action, option), value]),
      ),
    }),
    personalServer: (_, member) => `@${member}`,
    called: { channel: '#general', group: '@Managers', other: '@Mia' },
    forms: { pickGroup: ({ places }) => Promise.resolve(places.group) },
    remixOf,
    suggestVoices: ({ act }, text) =>
      act({ autocomplete: { command: '/music prompt:sea', option: 'voice', text } }),
    // A mark takes effect and is not seen, unless there is a backslash before it.
    // https://support.discord.com/hc/en-us/articles/210298617
    shown: (text) =>
      text.replaceAll(/\\([^A-Za-z0-9\s])|[*_~`|]/g, (_, escaped: string | undefined) => escaped ?? ''),
  }
  describePlatformContract(harness)
  describeDirectMessages(harness)
  describeAdmission(harness)
  describeAlone(harness)
  describeNotices(harness)
  describeUntouchedForms(harness)
  describeSecrets(harness)
  describeFiles(harness)
})
