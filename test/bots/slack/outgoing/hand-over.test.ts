import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SlackStandIn, startSlack } from '../../../../sandbox/slack/stand-in.ts'
import { createHandOver } from '../../../../src/bots/slack/outgoing/hand-over.ts'
import { createWeb } from '../../../../src/bots/slack/outgoing/web.ts'
import { performed } from '../../../../src/core/effect.ts'
import { writeFile } from '../../../../src/core/message/written-file.ts'
import { type Clock, startClock } from '../../../../studio/kit/clock.ts'
import { manifest } from '../../../sandbox/slack/support.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { createStrictWire } from '../../../support/sandbox/strict.ts'

let clock: Clock
let standIn: SlackStandIn
beforeEach(async () => {
  clock = startClock()
  standIn = await startSlack({ clock, wire: createStrictWire(clock) })
  standIn.installManifest(manifest({ events: [] }))
})
afterEach(async () => {
  await standIn.close()
  clock.stop()
})

test('the bytes of a written file are sent as they are by every attempt, without a copy', async () => {
  const file = await writeFile('mine.json', ['{}'], 100)
  if (file === undefined) throw new Error('no file')
  const { botToken, api, memberId } = standIn.addresses
  const bodies: unknown[] = []
  const handOver = createHandOver({
    web: createWeb({ token: botToken, apiUrl: api }),
    effect: performed,
    log: createRecordingLog(),
    wait: async (spanMs) => clock.advance(spanMs),
    fetchFile: (url, init) => {
      bodies.push(init.body)
      return fetch(url, init)
    },
  })
  for (const _attempt of [1, 2]) expect(await handOver(memberId, [{ kind: 'written', ...file }])).toBe(true)
  expect(bodies).toHaveLength(2)
  for (const body of bodies) expect(body).toBe(file.data)
})
