import { App, type LogLevel, SocketModeReceiver } from '@slack/bolt'
import { describe, type TestContext, test } from 'vitest'
import { startSlack } from '../../../sandbox/slack/stand-in.ts'
import { createWire } from '../../../sandbox/wire.ts'
import { startClock } from '../../../studio/kit/clock.ts'
import { manifest } from './support.ts'

// The framework waits five seconds in real time before it comes back, so the tests run side by side.

const start = async (onTestFinished: TestContext['onTestFinished']) => {
  const clock = startClock()
  const slack = await startSlack({ clock, wire: createWire(clock) })
  slack.installManifest(manifest())
  const { api, botToken, appToken, memberId, channelId } = slack.addresses
  const logLevel = 'error' as LogLevel
  const clientOptions = { slackApiUrl: api, retryConfig: { retries: 0 } }
  const receiver = new SocketModeReceiver({ appToken, logLevel, installerOptions: { clientOptions } })
  const app = new App({ token: botToken, receiver, logLevel, clientOptions })
  onTestFinished(async () => {
    await app.stop()
    await slack.close()
    clock.stop()
  })
  return {
    clock,
    receiver,
    app,
    faults: slack.faults,
    say: (words: string) => slack.people.act(memberId, channelId, { say: words }),
  }
}

describe.concurrent('the official framework by Socket Mode, cut off', () => {
  test.for([
    ['refresh', { socket: 'refresh' }],
    ['drop', { socket: 'drop' }],
    ['a cut of the network', { network: 'cut', ms: 1 }],
  ] as const)('by %s comes back, and hears what it missed', async ([, fault], { expect, onTestFinished }) => {
    const { clock, receiver, app, faults, say } = await start(onTestFinished)
    const heard = new Promise((resolve) => app.message(async ({ body }) => resolve(body.event)))
    await app.start()
    const isBack = new Promise((resolve) => receiver.client.once('connected', resolve))
    faults.add(fault)
    await say('missed')
    await isBack
    clock.advance(60_000)
    expect(await heard).toMatchObject({ text: 'missed' })
  })
})
