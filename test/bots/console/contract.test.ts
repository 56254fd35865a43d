import { describe } from 'vitest'
import { startClock } from '../../../studio/kit/clock.ts'
import { createStrictWire } from '../../support/sandbox/strict.ts'
import { describePlatformContract } from '../contract.ts'
import { typedCommand } from '../contract-deeds.ts'
import type { ChatWorld, Harness } from '../contract-stage.ts'
import { describeOpen } from '../open-contract.ts'
import { createConsole } from './console.ts'
import { addresses, createTranscript } from './transcript.ts'

const start = async (): Promise<ChatWorld> => {
  const clock = startClock()
  const wire = createStrictWire(clock)
  const { chat, people } = createTranscript({ clock, wire })
  const { server, channels, members, group } = addresses
  return {
    clock,
    wire,
    people,
    connect: ({ token = addresses.token, download, log }) =>
      createConsole({ name: 'slack', token, chat, download, log, now: clock.now }),
    places: {
      server,
      channel: channels.general,
      aside: channels.aside,
      silent: [channels.silent],
      admin: members.ann,
      member: members.max,
      other: members.mia,
      group,
      grouped: members.mia,
    },
    close: async () => clock.stop(),
  }
}

const called = { channel: '#general', group: '@musicians', other: '@Mia' }

describe('A console', () => {
  const harness: Harness = {
    name: 'slack',
    tokenSetting: 'CONSOLE_TOKEN',
    untilDeliveryMs: 0,
    hasThreads: false,
    isOpen: true,
    forms: undefined,
    suggestVoices: undefined,
    refusals: {
      wrongToken: ['enter: unknown_token'],
      elsewhere: [],
      replaced: [],
      gone: ['remove: no_such_entry', 'rewrite: no_such_entry'],
      silent: ['write: may_not_write'],
    },
    start,
    called,
    command: typedCommand(called),
    remixOf: (message) => ({ deed: { say: '/remix', replyTo: message }, command: 'remix' }),
    shown: (text) => text,
  }
  describePlatformContract(harness)
  describeOpen(harness)
})
