import type { Asked } from '../../../src/core/command/invocation.ts'
import type { Target } from '../../../src/core/target.ts'

/** A place in a chat, the same for all tests that need no particular one. */
export const target = (overrides: Partial<Target> = {}): Target => ({
  platform: 'discord',
  server: 'server-1',
  channel: 'channel-1',
  member: 'member-1',
  ...overrides,
})

/** What a member asks for, as a platform hands it over; nothing is missing and nobody is an admin. */
export const invocation = (overrides: Partial<Asked> = {}): Asked => ({
  eventId: 'event-1',
  command: 'music',
  action: undefined,
  values: {},
  form: undefined,
  pointedAt: [],
  target: target(),
  groups: [],
  isAdmin: false,
  cannotPost: undefined,
  fileBytesMax: 10 * 1024 * 1024,
  replyToken: 'application-1/token-1',
  ...overrides,
})
