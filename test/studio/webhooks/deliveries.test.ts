import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { testPrefix } from '../../support/redis/redis.ts'
import { type Caller, startCaller } from '../caller.ts'
import { advanceUntil } from '../raw-call.ts'
import { type Response, startReceiver } from './receiver.ts'

type Delivery = {
  readonly id: string
  readonly state: string
  readonly attempts: number
  readonly lastAnswer: string
  readonly news: string
}

let clock: Clock
let caller: Caller
let receiver: Awaited<ReturnType<typeof startReceiver>>
/** What the receiver answers its calls with, in turn; 204 after that. */
let answers: Response[]
let folder: string
let kept: { folder: string; keyPrefix: string }

beforeEach(async () => {
  clock = startClock()
  answers = []
  receiver = await startReceiver((_received, count) => answers[count - 1] ?? { status: 204 })
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  kept = { folder, keyPrefix: `${testPrefix}${randomUUID()}:` }
  caller = await startCaller({ clock, musicSeconds: 1, ...kept })
})
afterEach(async () => {
  await caller.close()
  await receiver.close()
  clock.stop()
  await rm(folder, { recursive: true, force: true })
})

const told = async (taskId: unknown): Promise<void> => {
  expect(await caller.control('GET', `/tasks/${taskId}/until/told`)).toMatchObject({ status: 200 })
}

const speak = async (webhook_url = receiver.url): Promise<unknown> => {
  const { body } = await caller.speak({ text: 'a word', webhook_url })
  await told(body.task_id)
  return body.task_id
}

const deliveriesOf = async (taskId: unknown): Promise<readonly Delivery[]> => {
  const { body } = await caller.control('GET', `/webhooks?task_id=${taskId}`)
  return body.webhooks as readonly Delivery[]
}

const counted = async (): Promise<unknown> => (await caller.control('GET', '/counters')).body.webhooks

const fail = async (fault: object): Promise<void> => {
  expect(await caller.control('POST', '/faults', fault)).toMatchObject({ status: 204 })
}

/** Moves the time on until the receiver was called so often. */
const untilCalled = (times: number): Promise<void> =>
  advanceUntil(
    (async () => {
      while (receiver.received.length < times) await caller.control('GET', '/settings')
    })(),
    clock,
    1_000,
    () => caller.control('GET', '/settings'),
  )

test('a callback is a POST with JSON, and what it says can be looked up', async () => {
  const taskId = await speak()
  expect(receiver.received).toMatchObject([
    {
      method: 'POST',
      path: '/hook/secret-0',
      contentType: 'application/json',
      body: { task_id: taskId, success: true },
    },
  ])
  const { body } = await caller.get(`/v1/byId?conversionType=TEXT_TO_SPEECH&task_id=${taskId}`)
  expect(body.conversion).toMatchObject({
    status: 'COMPLETED',
    conversion_path_1: receiver.received[0]?.body.conversion_path,
  })
  expect(await deliveriesOf(taskId)).toMatchObject([
    { state: 'answered', attempts: 1, lastAnswer: 'HTTP 204' },
  ])
})

test('music is told of piece by piece, in the order in which it comes', async () => {
  await caller.control('POST', '/next', { webhooks: { isStreaming: true } })
  const order = {
    prompt: 'a song',
    generate_album_cover: true,
    lyrics_timestamps: true,
    webhook_url: receiver.url,
  }
  const { body } = await caller.submit(order)
  await told(body.task_id)
  expect(receiver.received.map((call) => call.body.subtype)).toEqual([
    'audio_streaming',
    'music_ai',
    'lyrics_timestamped',
    'audio_streaming',
    'music_ai',
    'lyrics_timestamped',
    'album_cover_generation',
  ])
  expect(receiver.received.map((call) => call.body.conversion_id)).toEqual([
    ...Array.from({ length: 3 }, () => body.conversion_id_1),
    ...Array.from({ length: 3 }, () => body.conversion_id_2),
    undefined,
  ])
})

test('a failed task calls with its reason, unless failures are silent', async () => {
  await fail({ task: { fail: 'Too loud' } })
  const taskId = await speak()
  expect(receiver.received).toMatchObject([{ body: { success: false, task_id: taskId, reason: 'Too loud' } }])
  await caller.control('PUT', '/settings', { webhooks: { failure: 'silent' } })
  await fail({ task: { fail: 'Too loud' } })
  expect(await deliveriesOf(await speak())).toEqual([])
})

describe('a callback that is not answered with 2xx', () => {
  test.each<Response>([{ status: 500 }, { status: 404 }, { status: 302, location: '/elsewhere' }])(
    'but %j is sent again, and no redirect is followed',
    async (answer) => {
      answers = [answer]
      const taskId = await speak()
      await untilCalled(2)
      await told(taskId)
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook/secret-0', '/hook/secret-0'])
      expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body)
    },
  )

  test('is given up after four attempts', async () => {
    answers = Array.from({ length: 9 }, () => ({ status: 500 }))
    const taskId = await speak()
    await untilCalled(4)
    await advanceUntil(
      (async () => {
        while ((await deliveriesOf(taskId))[0]?.state === 'waiting');
      })(),
      clock,
      0,
      () => caller.control('GET', '/settings'),
    )
    clock.advance(24 * 60 * 60_000)
    expect(await deliveriesOf(taskId)).toMatchObject([
      { state: 'given up', attempts: 4, lastAnswer: 'HTTP 500' },
    ])
    expect(await counted()).toMatchObject({ tried: 4, answered: 0, givenUp: 1 })
  })

  test('and not at all is hung up on, while the task has long ended', async () => {
    answers = ['nothing']
    const { body } = await caller.speak({ text: 'a word', webhook_url: receiver.url })
    expect(await caller.ended(body.task_id, 'TEXT_TO_SPEECH')).toMatchObject({ status: 'COMPLETED' })
    await untilCalled(2)
    await told(body.task_id)
    expect(receiver.received).toHaveLength(2)
  })

  test('since nobody listens is sent again', async () => {
    const { received, url } = receiver
    await receiver.close()
    const taskId = await speak(url)
    expect(await deliveriesOf(taskId)).toMatchObject([
      { state: 'waiting', attempts: 1, lastAnswer: 'ECONNREFUSED' },
    ])
    expect(received).toEqual([])
    receiver = await startReceiver(() => ({ status: 200 }))
  })
})

test.each(['http://192.0.2.1/hook', 'https://example.com/hook', 'http://127.0.0.1.example.com/hook'])(
  'nothing leaves this machine: %s',
  async (url) => {
    const taskId = await speak(url)
    expect(await deliveriesOf(taskId)).toMatchObject([{ state: 'skipped', attempts: 0 }])
    expect(await counted()).toMatchObject({ tried: 0, skipped: 1 })
  },
)

test('a callback that was not delivered is delivered after a restart', async () => {
  answers = [{ status: 503 }]
  const taskId = await speak()
  await caller.close()
  caller = await startCaller({ clock, ...kept })
  expect(await deliveriesOf(taskId)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  await untilCalled(2)
  expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body)
})

describe('callbacks go wrong on request', () => {
  test('lost: never sent', async () => {
    await fail({ webhooks: 'lose' })
    const taskId = await speak()
    expect(await deliveriesOf(taskId)).toMatchObject([{ state: 'lost' }])
    expect(receiver.received).toEqual([])
    expect(await counted()).toMatchObject({ tried: 0, lost: 1 })
  })

  test('doubled: the same twice', async () => {
    await fail({ webhooks: 'repeat' })
    await speak()
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]).toEqual(receiver.received[0])
  })

  test('late: when its time has come', async () => {
    await fail({ webhooks: 'delay', ms: 60_000 })
    await speak()
    expect(receiver.received).toEqual([])
    await untilCalled(1)
  })

  test('overtaken: behind the next one', async () => {
    await fail({ webhooks: 'reorder', ms: 60 * 60_000 })
    const { body } = await caller.submit({ prompt: 'a song', webhook_url: receiver.url })
    await told(body.task_id)
    await untilCalled(2)
    expect(receiver.received.map((call) => call.body.conversion_id)).toEqual([
      body.conversion_id_2,
      body.conversion_id_1,
    ])
  })

  test('held: in any order and as often as the control wants', async () => {
    await fail({ webhooks: 'hold', times: 2 })
    const { body } = await caller.submit({ prompt: 'a song', webhook_url: receiver.url })
    await told(body.task_id)
    expect(receiver.received).toEqual([])
    const [first, second] = (await deliveriesOf(body.task_id)).map(({ id }) => id)
    for (const id of [second, first, second]) {
      expect(await caller.control('POST', `/webhooks/${id}/send`)).toMatchObject({
        body: { answer: 'HTTP 204' },
      })
    }
    expect(receiver.received.map((call) => call.body.conversion_id)).toEqual([
      body.conversion_id_2,
      body.conversion_id_1,
      body.conversion_id_2,
    ])
  })

  test('held ones go when faults are cleared', async () => {
    await fail({ webhooks: 'hold' })
    await speak()
    await caller.control('DELETE', '/faults')
    await untilCalled(1)
  })

  test('early: before the submission itself is answered', async () => {
    await fail({ respond: { path: '/v1/TextToSpeech', answer: 'after the end' } })
    const { body } = await caller.speak({ text: 'a word', webhook_url: receiver.url })
    expect(receiver.received).toMatchObject([{ body: { task_id: body.task_id } }])
  })

  test('forged: with the id of a task that there is not', async () => {
    await fail({ webhooks: 'forge' })
    const taskId = await speak()
    const [forged, real] = receiver.received
    expect(real?.body.task_id).toBe(taskId)
    expect(forged).toEqual({ ...real, body: { ...real?.body, task_id: forged?.body.task_id } })
    const { status } = await caller.get(
      `/v1/byId?conversionType=TEXT_TO_SPEECH&task_id=${forged?.body.task_id}`,
    )
    expect(status).toBe(404)
  })

  test('forged: with the id of another task', async () => {
    const otherTaskId = await speak()
    await fail({ webhooks: 'forge', as: 'other task' })
    const taskId = await speak()
    expect(receiver.received.slice(1).map((call) => call.body.task_id)).toEqual([otherTaskId, taskId])
  })

  test('forged: with a file that lies elsewhere', async () => {
    await fail({ webhooks: 'forge', as: 'other content' })
    const taskId = await speak()
    expect(receiver.received[0]?.body).toMatchObject({
      task_id: taskId,
      conversion_path: 'http://198.51.100.7/not-ours.mp3',
    })
  })

  test('forged: to an address that the caller never gave', async () => {
    await fail({ webhooks: 'forge', as: 'other address' })
    await speak()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook/secret-1', '/hook/secret-0'])
  })
})

test('a callback that nobody knows cannot be sent', async () => {
  expect((await caller.control('POST', '/webhooks/none/send')).status).toBe(404)
})
