import { expect, test } from 'vitest'
import type { WireLine } from '../../../sandbox/demo/control-client.ts'
import { asShown } from '../../../sandbox/demo/discord-text.ts'
import { statedSeconds } from '../../../sandbox/demo/saving.ts'
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
  expect(asShown(text, nowMs)).toBe(shown)
})

test.each([
  ['Take 1: “Sea” (0:20)', 20],
  ['Take 2: “Sea (again)” (12:03)', 723],
  ['Take 1: “Sea”', undefined],
  [undefined, undefined],
])('%s states a length of %s seconds', (description, seconds) => {
  expect(statedSeconds(description)).toBe(seconds)
})

test.each([
  [
    'Credits: about 0.10 used, 0.10 left',
    '{"name":"Held","value":"at most 0.12 credits"}',
    { held: '0.12', settled: '0.10', left: '0.10' },
  ],
  ['Used: 0.10\nHeld for running jobs: 0.00\nLeft: 9.90', '', { settled: '0.10', left: '9.90' }],
  ['Left: 0.10', 'Needed: at most 0.12 credits', { left: '0.10' }],
  ['Nothing was charged.', '', {}],
])('from "%s" and the wire "%s" the credits are read', (shown, wire, credits) => {
  expect(readCredits(shown, wire)).toEqual(credits)
})

const line = (kind: WireLine['kind'], atMs: number, detail: unknown): WireLine => ({
  ...{ id: atMs, atMs, kind, detail },
  summary: '',
})

test('the times are those of the request asked for, not of another', () => {
  const wire = [
    line('event', 100, { id: '7' }),
    line('event', 150, { id: '8' }),
    line('ack', 160, { path: '/interactions/8/token' }),
    line('ack', 190, { path: '/interactions/7/token' }),
  ]
  expect(readTimes('7', wire)).toEqual({ startedAtMs: 100, ackMs: 90 })
})

test('without an answer there are no times', () => {
  expect(readTimes('7', [line('event', 100, { id: '7' })])).toBeUndefined()
})
