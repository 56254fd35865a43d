import { describe } from 'vitest'
import { startSlack } from '../../../sandbox/slack/stand-in.ts'
import { slackManifest } from '../../../src/bots/slack/setup/manifest.ts'
import { createSlack } from '../../../src/bots/slack/slack.ts'
import { fieldsOf } from '../../../src/core/command/command.ts'
import { performed } from '../../../src/core/effect.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { startClock } from '../../../studio/kit/clock.ts'
import { everyCommand } from '../../support/commands/commands.ts'
import { createStrictWire } from '../../support/sandbox/strict.ts'
import { describeAdmission } from '../admission-contract.ts'
import { describeAlone } from '../alone-contract.ts'
import { describePlatformContract } from '../contract.ts'
import { remixOf, typedCommand } from '../contract-deeds.ts'
import type { ChatWorld, DirectHarness, Stage } from '../contract-stage.ts'
import { describeDirectMessages } from '../direct-messages-contract.ts'
import { describeFiles } from '../files-contract.ts'
import { describeNotices } from '../notice-contract.ts'
import { describeSecrets } from '../secret-contract.ts'
import { describeUntouchedForms } from '../untouched-forms-contract.ts'

const start = async (): Promise<ChatWorld> => {
  const clock = startClock()
  const wire = createStrictWire(clock)
  const standIn = await startSlack({ clock, wire })
  standIn.installManifest(slackManifest(everyCommand, { requestUrl: undefined }))
  const { api, filesOrigin, botToken, appToken, teamId, channelId, channelIds, adminId, memberIds } =
    standIn.addresses
  const [member = '', other = ''] = memberIds
  const [, aside = ''] = channelIds
  const [group = ''] = standIn.addresses.userGroupIds
  return {
    clock,
    wire,
    people: standIn.people,
    connect: ({ token = botToken, ...options }) =>
      createSlack({
        effect: performed,
        botToken: token,
        transport: { kind: 'socket', appToken },
        apiUrl: api,
        fileOrigins: [filesOrigin],
        now: clock.now,
        // The check for admins must not depend on how busy this machine is.
        factsMs: 20_000,
        ...options,
      }),
    places: {
      server: teamId,
      channel: channelId,
      aside,
      silent: channelIds.slice(2),
      admin: adminId,
      member,
      other,
      group,
      grouped: other,
    },
    async close() {
      await standIn.close()
      clock.stop()
    },
  }
}

/** The group of the stand-in's workspace, and who is in it. */
const called = { channel: '#general', group: '@musicians', other: '@Mia' }

const music = everyCommand.find(({ name }) => name === 'music')

/** Slack suggests in forms alone, so one is opened first. */
const suggestVoices = async ({ act, answerWith }: Stage, text: string) => {
  if (music === undefined) throw new Error('there is no /music')
  const fields = fieldsOf(music, undefined)
  answerWith(({ values }) => ({
    kind: 'form',
    form: {
      command: 'music',
      action: undefined,
      draft: 'draft-2',
      title: 'Music',
      values,
      fields,
      missing: ['prompt'],
      clips: [],
    },
    message: plainMessage('What should it be?'),
  }))
  const { form } = await act({ command: '/music' })
  const result = await act({ autocomplete: { command: form?.id ?? '', option: 'voice', text } })
  await act({ close: { form: form?.id ?? '' } })
  return result
}

describe('Slack', () => {
  const harness: DirectHarness = {
    name: 'slack',
    tokenSetting: 'SLACK_BOT_TOKEN',
    untilDeliveryMs: 0,
    hasThreads: true,
    isOpen: false,
    whispers: true,
    refusals: {
      wrongToken: ['auth.test: invalid_auth'],
      elsewhere: [],
      gone: ['chat.delete: message_not_found', 'chat.update: message_not_found'],
      replaced: ['chat.delete: message_not_found'],
      silent: ['files.completeUploadExternal: not_in_channel', 'files.completeUploadExternal: is_archived'],
    },
    start,
    isAnswer: (call) => /^(response to |chat\.post|views\.publish )/.test(call),
    command: typedCommand(called),
    suggestVoices,
    called,
    personalServer: ({ server }, member) => `@${server}/${member}`,
    forms: {
      async pickGroup({ act, places }, form) {
        const { choices } = await act(
          { autocomplete: { command: form, option: 'role', text: 'mus' } },
          places.admin,
        )
        return String(choices?.find(({ name }) => name === called.group)?.value)
      },
    },
    remixOf,
    shown: (text) => text,
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
