import { describe, expect, test } from 'vitest'
import type { WireLine } from '../../../sandbox/demo/control-client.ts'
import { asShownInDiscord } from '../../../sandbox/demo/discord-text.ts'
import { statedSeconds } from '../../../sandbox/demo/saving.ts'
import { asShownInSlack } from '../../../sandbox/demo/slack-text.ts'
import { readCredits, readTimes } from '../../../sandbox/demo/transcript.ts'

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0)

test.each([
  ['0\\.20 credits', '0.20 credits'],
  ['\\*not bold\\*', '*not bold*'],
  ['C:\\Users', 'C:\\Users'],
  [`<t:${nowMs / 1000}:f>`, '2026-11-21 12:00 UTC'],
  [`<t:${nowMs / 1000}>`, '2026-11-21 12:00 UTC'],
  [`<t:${nowMs / 1000 + 20}:R>`, 'in 20 seconds'],
  [`<t:${nowMs / 1000 - 7_200}:R>`, '2 hours ago'],
  [`<t:${nowMs / 1000 + 9 * 86_400}:R>`, 'in 9 days'],
])('%s is shown as "%s"', (text, shown) => {
  expect(asShownInDiscord(text, nowMs)).toBe(shown)
})

test.each([
  [':white_check_mark: Your song is ready', '✅ Your song is ready'],
  ['Working\n:hourglass_flowing_sand: on it', 'Working\n⏳ on it'],
  [':unheard_of: words', ':unheard_of: words'],
  ['a text: with :warning: in it', 'a text: with :warning: in it'],
])('in Slack %s is shown as "%s"', (text, shown) => {
  expect(asShownInSlack(text)).toBe(shown)
})

test.each([
  ['Take 1: “Sea” (0:20)', [20]],
  ['Take 2: “Sea (again)” (12:03)', [723]],
  ['“Sea” (0:20) and “Sea again” (0:21).', [20, 21]],
  ['Take 1: “Sea”', []],
  [undefined, []],
])('%s states lengths of %j seconds', (description, seconds) => {
  expect(statedSeconds(description)).toEqual(seconds)
})

test.each([
  [
    '“sea” · by @Max · about 0.10 credits, 0.10 left · Made with AI · Job:\u00a03f2akd7c',
    '{"name":"Reserved","value":"up to 0.12 credits"}',
    { held: '0.12', settled: '0.10', left: '0.10' },
  ],
  [
    '0.10 credits left here, shared by everyone.\nLimit: 0.40 credits a month',
    '{"type":"text","text":"Reserved: ","style":{"bold":true}},{"type":"text","text":"up to 0.12 credits"}',
    { held: '0.12', left: '0.10' },
  ],
  ['Used: 0.10\nIn progress: 0.00\nLeft: 9.90', '', { settled: '0.10', left: '9.90' }],
  ['Left: 0.10', 'this needs up to 0.12 credits', { left: '0.10' }],
  ['Nothing was charged.', '', {}],
])('from "%s" and the wire "%s" the credits are read', (shown, wire, credits) => {
  expect(readCredits(shown, wire)).toEqual(credits)
})

const line = (
  platform: WireLine['platform'],
  kind: WireLine['kind'],
  atMs: number,
  rest: Partial<WireLine>,
): WireLine => ({ id: atMs, atMs, platform, kind, summary: '', detail: undefined, ...rest })

describe('the times of a request', () => {
  test('on Discord are those of its id', () => {
    const wire = [
      line('discord', 'event', 100, { detail: { id: '7' } }),
      line('discord', 'event', 150, { detail: { id: '8' } }),
      line('discord', 'ack', 160, { detail: { path: '/interactions/8/token' } }),
      line('discord', 'ack', 190, { detail: { path: '/interactions/7/token' } }),
    ]
    expect(readTimes('7', wire)).toEqual({ startedAtMs: 100, answeredAtMs: 190 })
  })

  test('on Slack are those of its title', () => {
    const wire = [
      line('slack', 'event', 100, { summary: 'slash_commands: /music' }),
      line('slack', 'ack', 110, { summary: 'acknowledged message' }),
      line('slack', 'ack', 190, { summary: 'acknowledged /music' }),
    ]
    expect(readTimes('some-id', wire)).toEqual({ startedAtMs: 100, answeredAtMs: 190 })
  })

  test('that was a message are those of its event, no matter who acknowledged it', () => {
    const wire = [line('slack', 'event', 100, { summary: 'events_api: app_mention', detail: { ts: '7.1' } })]
    expect(readTimes('7.1', wire)).toEqual({ startedAtMs: 100, answeredAtMs: undefined })
  })

  test('that is not on the wire are unknown', () => {
    expect(readTimes('7', [])).toBeUndefined()
  })
})
