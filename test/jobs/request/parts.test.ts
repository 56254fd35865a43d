import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import type { Form } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { type Asking, createAsking, formOf } from '../../support/jobs/asking.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

// A Discord form holds five parts, so one request may be sent in several; each leaves a message with Send.

let store: StoreWorld
let asking: Asking

beforeEach(() => {
  store = openStoreWorld()
  asking = createAsking(store)
})
afterEach(() => store.close())

const shanty: UploadedClip = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.example/shanty.mp3',
  name: 'shanty.mp3',
  bytes: 10,
  message: { platform: 'discord', channel: 'channel-1', message: 'message-1' },
}

const open = async (): Promise<Form> => {
  const pointedAt = [{ message: 'message-1', files: [shanty], isVisible: true, atMs: store.clock.now() }]
  return formOf(await asking.ask({ command: 'Remix this clip', pointedAt }))
}

const send = (form: Form, eventId: string, values: Invocation['values']) =>
  asking.ask({ eventId, form: { draft: form.draft, sent: true }, values })

const sendPart = (form: Form, eventId: string, values: Invocation['values']) =>
  asking.ask({ eventId, form: { draft: form.draft, sent: false, isPart: true }, values })

const events = (): readonly string[] => asking.requested.map(({ id }) => id)

test('a form that was sent in parts is one request, whichever part is sent off in the end', async () => {
  const next = formOf(await sendPart(await open(), 'part', { prompt: 'as dub' }))
  const last = formOf(await sendPart(next, 'another part', { title: 'Heave' }))
  const mended = formOf(await send(last, 'whole', { title: 'a'.repeat(6_001) }))
  await send(mended, 'mended', { title: 'Ho' })
  await send(next, `send ${next.draft}`, {})
  expect(events()).toEqual(['form part', 'form part'])
})

test('a form that was sent at once is the request of that event', async () => {
  const form = await open()
  await send(form, 'at once', { prompt: 'as jazz' })
  await send(form, 'again', { prompt: 'as jazz' })
  expect(events()).toEqual(['at once', 'again'])
})
