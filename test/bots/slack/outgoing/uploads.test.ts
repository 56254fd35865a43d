import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SlackStandIn, startSlack } from '../../../../sandbox/slack/stand-in.ts'
import type { Wire, WireEntry } from '../../../../sandbox/wire.ts'
import { createUploads, type UploadedFile } from '../../../../src/bots/slack/outgoing/uploads.ts'
import { createWeb } from '../../../../src/bots/slack/outgoing/web.ts'
import { performed } from '../../../../src/core/effect.ts'
import { AppError } from '../../../../src/core/errors.ts'
import { type Clock, startClock } from '../../../../studio/kit/clock.ts'
import { manifest } from '../../../sandbox/slack/support.ts'
import { createStrictWire, expectRefusals } from '../../../support/sandbox/strict.ts'

let clock: Clock
let wire: Wire
let standIn: SlackStandIn
beforeEach(async () => {
  clock = startClock()
  wire = createStrictWire(clock)
  standIn = await startSlack({ clock, wire })
  standIn.installManifest(manifest({ events: [] }))
})
afterEach(async () => {
  await standIn.close()
  clock.stop()
})

const web = () => createWeb({ token: standIn.addresses.botToken, apiUrl: standIn.addresses.api })
const place = () => ({ channel: standIn.addresses.channelId, thread: undefined })
const isLook = ({ kind, summary }: WireEntry) => kind === 'request' && summary.startsWith('files.info')
const asked = () => wire.since(0).filter(isLook).length

describe('a shared file', () => {
  /** Shares two files and waits until they are seen, while something happens to them. */
  const arrival = async (happens: (files: readonly UploadedFile[]) => Promise<unknown>) => {
    const files: UploadedFile[] = []
    let isLeft = true
    const uploads = createUploads({
      web: web(),
      effect: performed,
      async wait(spanMs) {
        if (isLeft) await happens(files)
        isLeft = false
        clock.advance(spanMs)
      },
    })
    for (const title of ['Tide', 'Ebb']) {
      const id = await uploads.send({ name: `${title}.mp3`, altText: undefined, data: new Uint8Array([1]) })
      files.push({ id, title })
    }
    await uploads.share(files, place())
    return uploads.arrive(files, place())
  }

  test('that is deleted before it is seen is asked for once, and waited for no longer', async () => {
    expectRefusals('files.info: file_deleted', 'files.info: file_deleted')
    const deleteAll = async (files: readonly UploadedFile[]) => {
      for (const { id } of files) await web().files.delete({ file: id })
    }
    expect(await arrival(deleteAll)).toBe(true)
    expect(asked()).toBe(2)
  })

  test('that Slack does not know yet is waited for', async () => {
    const notYet = async () => standIn.faults.add({ method: 'files.info', answer: 'file_not_found' })
    expect(await arrival(notYet)).toBe(true)
    expect(asked()).toBe(3)
  })

  test('that is never seen is waited for six times', async () => {
    standIn.faults.add({ shares: 'never' })
    expect(await arrival(async () => undefined)).toBe(false)
    expect(asked()).toBe(12)
  })
})

test('bytes are not sent where the address that Slack names leads inside', async () => {
  const reason = '10.0.0.1 is not on the public internet'
  const uploads = createUploads({
    web: web(),
    effect: performed,
    fetchFile: () => Promise.reject(new AppError('file_refused', reason)),
    wait: () => Promise.resolve(),
  })
  const file = { name: 'Tide.mp3', altText: undefined, data: new Uint8Array([1]) }
  await expect(uploads.send(file)).rejects.toMatchObject({ code: 'file_refused', message: reason })
})
