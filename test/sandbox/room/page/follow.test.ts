import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Refused } from '../../../../sandbox/room/page/control.ts'
import { follow } from '../../../../sandbox/room/page/follow.ts'

interface Entry {
  readonly id: number
  readonly atMs: number
}

const first: Entry = { id: 1, atMs: 100 }
const second: Entry = { id: 2, atMs: 250 }
const third: Entry = { id: 3, atMs: 300 }

type Answer = readonly Entry[] | Error

/** Follows a control that gives these answers until it has given all of them, and notes all that is seen. */
const startFollowing = (
  answers: readonly Answer[],
  untilSeen = () => Promise.resolve(),
  end = new AbortController(),
) => {
  const left = [...answers]
  const seen: string[] = []
  const since = async (id: number, waitMs: number): Promise<readonly Entry[]> => {
    const answer = left.shift()
    if (answer === undefined) {
      end.abort()
      throw new DOMException('The user aborted a request.', 'AbortError')
    }
    seen.push(waitMs === 0 ? `asks what there is after ${id}` : `asks after ${id}`)
    if (answer instanceof Error) throw answer
    return answer
  }
  const follower = {
    told: (more: readonly Entry[]) => void seen.push(`told ${more.map(({ id }) => id).join(', ')}`),
    away: (isAway: boolean) => void seen.push(isAway ? 'away' : 'there'),
    replaced: () => void seen.push('replaced'),
    untilSeen,
    pause: async () => void seen.push('pauses'),
  }
  return { seen, ended: follow(since, follower, end.signal) }
}

/** As Chromium's fetch says it when nobody listens; a TypeError everywhere: https://fetch.spec.whatwg.org/#fetch-method */
const nobodyThere = new TypeError('Failed to fetch')

describe('who follows what happens', () => {
  test.each<[string, readonly Answer[], readonly string[]]>([
    [
      'is told of all of it once, in its order',
      [[first, second], [third]],
      ['asks after 0', 'told 1, 2', 'asks after 2', 'told 3'],
    ],
    [
      'is told nothing where nothing happened, and asks on',
      [[], [first], [], [second]],
      ['asks after 0', 'asks after 0', 'told 1', 'asks after 1', 'asks after 1', 'told 2'],
    ],
    [
      'is told that nobody is there, and goes on where it was once somebody is',
      [[first], nobodyThere, nobodyThere, [first, second], [second]],
      [
        ...['asks after 0', 'told 1', 'asks after 1', 'away', 'pauses'],
        ...['asks what there is after 0', 'away', 'pauses'],
        ...['asks what there is after 0', 'there', 'asks after 1', 'told 2'],
      ],
    ],
    [
      'is told of another sandbox by an entry of the same number and another time, and follows it no further',
      [[first], nobodyThere, [{ id: 1, atMs: 900 }], [second]],
      ['asks after 0', 'told 1', 'asks after 1', 'away', 'pauses', 'asks what there is after 0', 'replaced'],
    ],
    [
      'is told of another sandbox that knows nothing yet',
      [[first], nobodyThere, []],
      ['asks after 0', 'told 1', 'asks after 1', 'away', 'pauses', 'asks what there is after 0', 'replaced'],
    ],
    [
      'takes a sandbox that knows something for another one where nothing was told before',
      [nobodyThere, [first]],
      ['asks after 0', 'away', 'pauses', 'asks what there is after 0', 'replaced'],
    ],
    [
      'goes on with a sandbox that knows nothing where nothing was told before',
      [nobodyThere, [], [first]],
      [
        ...['asks after 0', 'away', 'pauses'],
        ...['asks what there is after 0', 'there', 'asks after 0', 'told 1'],
      ],
    ],
    [
      'takes nobody for away that refuses, and asks again after a pause',
      [[first], new Refused('There is no Redis here', 400), [second]],
      ['asks after 0', 'told 1', 'asks after 1', 'there', 'pauses', 'asks after 1', 'told 2'],
    ],
    [
      'has yet to hear whether it is the same where that was refused',
      [[first], nobodyThere, new Refused('starting', 503), [first]],
      [
        ...['asks after 0', 'told 1', 'asks after 1', 'away', 'pauses'],
        ...['asks what there is after 0', 'away', 'pauses', 'asks what there is after 0', 'there'],
      ],
    ],
  ])('%s', async (_, answers, seen) => {
    const following = startFollowing(answers)
    await following.ended
    expect(following.seen).toEqual(seen)
  })

  test('asks nothing until somebody looks', async () => {
    const looks = Promise.withResolvers<void>()
    const { seen, ended } = startFollowing([[first]], () => looks.promise)
    await setImmediate() // all that it would do by itself is done then
    expect(seen).toEqual([])
    looks.resolve()
    await ended
    expect(seen).toEqual(['asks after 0', 'told 1'])
  })

  test('asks nobody any more once it is over, also where nobody looked until then', async () => {
    const end = new AbortController()
    const over = new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()))
    const { seen, ended } = startFollowing([[first]], () => over, end)
    end.abort()
    await ended
    expect(seen).toEqual([])
  })
})
