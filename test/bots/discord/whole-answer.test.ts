import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainMessage } from '../../../src/core/message/message.ts'
import { written } from '../../support/commands/written.ts'
import { type Listening, startListening } from './listening.ts'

// An answer that takes longer than Discord waits: it is announced at once, and told when it is there.

let at: Listening
beforeEach(async () => {
  at = await startListening()
})
afterEach(async () => {
  await at.stop()
  expect(at.log.errors()).toEqual([])
})

const text = 'x'.repeat(2_000)
const answer = (whole: Promise<void>) =>
  ({
    kind: 'message',
    message: plainMessage('Here it is.'),
    seenBy: 'member',
    isPersonal: true,
    whole: async () => {
      await whole
      return {
        ...plainMessage('Here it is.'),
        blocks: [written('mine.json', text)],
      }
    },
  }) as const

test('comes with its file for the member alone, however long it takes', async () => {
  const read = Promise.withResolvers<void>()
  at.answerWith(answer(read.promise))
  await at.act({ command: '/privacy export' })
  at.clock.advance(10_000)
  read.resolve()
  expect(await at.sees('Here it is.')).toMatchObject({ seenBy: at.member, files: [{ name: 'mine.json' }] })
  const others = at.standIn.people.messages({ viewer: at.standIn.addresses.adminId })
  expect(others.flatMap(({ files }) => files)).toEqual([])
})

test('comes in words in a direct message, and is kept from all who read a mention', async () => {
  const [direct = ''] = at.standIn.addresses.directChannelIds
  at.answerWith(answer(Promise.resolve()))
  await at.act({ say: 'privacy export' }, at.member, direct)
  expect(await at.sees('Here it is.')).toMatchObject({ files: [{ name: 'mine.json' }] })
  await at.act({ say: '@Tunesmith privacy export' })
  expect(await at.sees('Everyone here would see that answer')).toMatchObject({ files: [] })
})
