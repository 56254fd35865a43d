import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { startClock } from '../../../studio/kit/clock.ts'
import { secretSamples, slackToken } from '../fixtures/secret-samples.ts'
import { readSources } from '../suite/architecture.ts'
import {
  compareRefusals,
  createStrictWire,
  excuseRefusals,
  expectRefusals,
  leaksIn,
  shapesIn,
  watchRefusals,
} from './strict.ts'

const clock = startClock()
afterEach(() => clock.stop())

const refuse = (summary: string): void => {
  createStrictWire(clock).record({ platform: 'slack', kind: 'refusal', summary, detail: {} })
}

// What `fails` turns round is the whole test, with what looks at the wire after it.
describe('a test', () => {
  test.fails('fails when something was refused, whatever else it looked at', () => refuse('chat.shout: no'))

  test.fails('fails when a bot wrote a secret', () => {
    watchRefusals(async () => leaksIn(['starting', 'with hunter2'], { TOKEN: 'hunter2' }))
  })

  test.fails('fails when a bot sent what looks like a secret', () => {
    const detail = { body: { content: `about ${slackToken}` } }
    createStrictWire(clock).record({ platform: 'discord', kind: 'request', summary: 'POST', detail })
  })

  test('passes when a member did, or the stand-in', () => {
    const wire = createStrictWire(clock)
    const said = { content: slackToken }
    wire.record({ platform: 'discord', kind: 'event', summary: 'MESSAGE_CREATE', detail: said })
    wire.record({ platform: 'discord', kind: 'request', summary: 'GET', detail: { answer: said } })
  })

  test.fails('fails when something else was refused than it expected', () => {
    expectRefusals('chat.shout: no')
    refuse('chat.whisper: no')
  })

  test.fails('fails when the same was refused twice and expected once', () => {
    expectRefusals(/shout/)
    refuse('chat.shout: no')
    refuse('chat.shout: no')
  })

  test.fails('fails when nothing was refused of what it expected', () => expectRefusals('chat.shout: no'))

  test('passes when exactly what it expected was refused', () => {
    refuse('chat.shout: no')
    expectRefusals('chat.shout: no', /^chat\.whisper/)
    refuse('chat.whisper: no')
  })

  test('passes however often was refused what it excused', () => {
    excuseRefusals(/^chat/)
    refuse('chat.shout: no')
    refuse('chat.whisper: no')
  })
})

test('an expectation is for one refusal, in any order, and a text is for the whole of it', () => {
  expect(compareRefusals(['b', 'a', 'a'], ['a', /b/])).toEqual({ unexpected: ['a'], missing: [] })
  expect(compareRefusals(['a: no'], ['a'])).toEqual({ unexpected: ['a: no'], missing: ['a'] })
})

test('every test in which a bot meets a stand-in is strict', () => {
  const lenient = readSources()
    .filter(({ path }) => /^test\/(bots|e2e)\//.test(path) && path !== 'test/e2e/strict.test.ts')
    .filter(({ path }) => /\b(createWire|startWorld)\(/.test(readFileSync(path, 'utf8')))
  expect(lenient.map(({ path }) => path)).toEqual([])
})

test('a leak is named without the secret', () => {
  expect(leaksIn(['fine', 'token=hunter2!'], { TOKEN: 'hunter2', KEY: 'other' })).toEqual([
    'TOKEN in token=…!',
  ])
})

test.each(secretSamples)('a secret in a line is named by what it looks like: %s', (what, secret) => {
  expect(shapesIn(['fine', JSON.stringify({ msg: `about\n${secret}` })])).toEqual([`${what} in line 2`])
})
