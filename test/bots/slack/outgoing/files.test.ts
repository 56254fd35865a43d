import { describe, expect, test } from 'vitest'
import { createDelivery } from '../../../../src/bots/slack/outgoing/deliver.ts'
import { createWeb } from '../../../../src/bots/slack/outgoing/web.ts'
import { performed } from '../../../../src/core/effect.ts'
import { AppError } from '../../../../src/core/errors.ts'
import type { Block } from '../../../../src/core/message/message.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import {
  attempt,
  channel,
  clock,
  delivery,
  ebb,
  edit,
  first,
  lyrics,
  membersOf,
  message,
  namesOf,
  openDeliveryStage,
  placeholder,
  second,
  seen,
  since,
  song,
  standIn,
  threadHead,
  tide,
  us,
  webs,
  wire,
  world,
} from './delivery-stage.ts'

// What becomes of the files of a message, against a Slack that remembers and refuses.

openDeliveryStage()

describe('a repeat after a failure shows the files once:', () => {
  // Slack does not keep the bytes of an upload that is never completed.
  test('when Slack has forgotten the files', async () => {
    const ref = await placeholder()
    world.notes = { upload_0: 'F0000000000' }
    expectRefusals('files.completeUploadExternal: file_not_found', 'files.info: file_not_found')
    await expect(edit(ref, [tide])).rejects.toMatchObject({ code: 'platform_unavailable', retryable: true })
    await edit(ref, [tide])
    expect(namesOf(since(ref.message))).toEqual(['Tide.mp3'])
  })

  test('when Slack shared only some of the files', async () => {
    const ref = await placeholder()
    world.breaking = 'before shared_channel'
    await expect(edit(ref, song)).rejects.toThrow()
    const web = webs.client({ urgency: 'answer', waitMs: 0 })
    await web.files.completeUploadExternal({
      files: [{ id: world.notes.upload_1 ?? '' }],
      channel_id: channel,
    })
    clock.advance(1_000)
    world.notes.shared_channel = String(clock.now() - 60_000)
    expectRefusals('files.info: file_not_found', 'files.info: file_not_found')
    await edit(ref, song)
    expect(namesOf(since(ref.message)).toSorted()).toEqual(['Ebb.mp3', 'Tide.mp3', 'cover.png', 'lyrics.txt'])
  })

  test.each(['shared_channel', 'shared_thread'])('when the answer to %s was lost', async (note) => {
    const ref = await placeholder()
    standIn.faults.add({ method: 'files.completeUploadExternal', answer: 'lost', after: 'acting' })
    const blocks = note === 'shared_thread' ? [lyrics] : [tide]
    const work = edit(ref, blocks)
    await expect(work).rejects.toMatchObject({ code: 'platform_unavailable' })
    await edit(ref, blocks)
    expect(since(ref.message).flatMap(({ files }) => files)).toHaveLength(1)
  })

  test('when the files are shared by a call that is still under way', async () => {
    const ref = await placeholder()
    standIn.faults.add({ method: 'files.completeUploadExternal', answer: 'slow', ms: 9_000 })
    const calls = () =>
      wire.since(0).filter(({ summary }) => summary.includes('files.completeUploadExternal'))
    const before = calls().length
    const slow = edit(ref, [tide])
    while (calls().length === before) await wire.changed(wire.since(0).length)
    expectRefusals('files.info: file_not_found')
    await expect(edit(ref, [tide])).rejects.toThrow('pending')
    clock.advance(9_000)
    const shown = await slow
    expectRefusals('chat.delete: message_not_found')
    expect(await edit(ref, [tide])).toEqual(shown)
    expect(since(ref.message).flatMap(({ files }) => files)).toHaveLength(1)
  })

  test('when the call that shares the files never arrived, once it can no longer be pending', async () => {
    const ref = await placeholder()
    standIn.faults.add({ method: 'files.completeUploadExternal', answer: 'lost', after: 'before' })
    const again = () => edit(ref, [tide])
    await expect(again()).rejects.toMatchObject({ code: 'platform_unavailable' })
    expectRefusals('files.info: file_not_found', 'files.info: file_not_found')
    await expect(again()).rejects.toThrow('pending')
    clock.advance(30_000)
    await again()
    expect(since(ref.message).flatMap(({ files }) => files)).toHaveLength(1)
  })

  test('at once, if Slack was limiting the rate of the first call', async () => {
    const ref = await placeholder()
    standIn.faults.add({
      method: 'files.completeUploadExternal',
      answer: 'ratelimited',
      retryAfterSeconds: 60,
    })
    const again = () => edit(ref, [tide])
    await expect(again()).rejects.toMatchObject({ code: 'platform_unavailable', retryAfterMs: 60_000 })
    clock.advance(60_000)
    await again()
    expect(since(ref.message).flatMap(({ files }) => files)).toHaveLength(1)
  })

  test('when Slack took them and does not say that they are there, however often it is tried', async () => {
    const ref = await placeholder()
    standIn.faults.add({ shares: 'never' })
    const again = () => edit(ref, [tide], attempt({ linksAllowed: true }))
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(again()).rejects.toMatchObject({ code: 'platform_unavailable', retryable: true })
      clock.advance(60_000)
    }
    expect(seen(ref.message)?.edits).toBe(0)
    standIn.faults.clear()
    const shown = await again()
    expect(since(ref.message)).toMatchObject([{ id: shown.message, files: [{ name: 'Tide.mp3' }] }])
    expect(seen(ref.message)?.state).toBe('deleted')
  })

  test('as links, if links are allowed and the call that shares them certainly failed', async () => {
    const ref = await placeholder()
    standIn.faults.add({ method: 'files.completeUploadExternal', answer: 'lost', after: 'before' })
    const again = () => edit(ref, [tide], attempt({ linksAllowed: true }))
    await expect(again()).rejects.toMatchObject({ code: 'platform_unavailable' })
    clock.advance(30_000)
    expectRefusals('files.info: file_not_found')
    expect(await again()).toEqual(ref)
    expect(seen(ref.message)?.text).toContain(`Tide: ${first}`)
    expect(since(ref.message)).toEqual([])
  })

  // https://docs.slack.dev/reference/methods/files.info#errors
  test('as far as Slack tells: what was taken counts as shown, and what may have been is not shared again', async () => {
    const ref = await placeholder()
    standIn.faults.add({ method: 'files.info', answer: 'missing_scope', times: 3 })
    // Without the new message's id, the words stand in the one that we can edit, too.
    expect(await edit(ref, [tide])).toEqual(ref)
    expect(seen(ref.message)).toMatchObject({ state: 'shown', text: ':white_check_mark: ready' })
    expect(namesOf(since(ref.message))).toEqual(['Tide.mp3'])
    await expect(edit(ref, [tide])).rejects.toMatchObject({
      code: 'cannot_post',
    })
    expect(namesOf(since(ref.message))).toEqual(['Tide.mp3'])
  })

  test('and a file that was deleted meanwhile stays away', async () => {
    const before = await threadHead()
    const ref = await edit(await placeholder(), [tide])
    const { botToken: token, api: apiUrl } = standIn.addresses
    await createWeb({ token, apiUrl }).files.delete({ file: world.notes.upload_0 ?? '' })
    expectRefusals('files.info: file_deleted', 'files.info: file_deleted')
    expect(await edit(ref, [tide])).toEqual(ref)
    expect(since(before)).toMatchObject([{ id: ref.message, text: ':white_check_mark: ready', files: [] }])
  })
})

describe('a file that has a smaller form', () => {
  const wave = 'https://cdn.example/1.wav'
  const waveOrSmaller: Block = {
    kind: 'audio',
    title: 'Tide',
    file: { url: wave, name: 'Tide.wav' },
    smaller: { url: first, name: 'Tide.mp3' },
  }

  test('comes as it is where there is room', async () => {
    const before = await threadHead()
    const ref = await edit(await placeholder(), [waveOrSmaller])
    expect(namesOf(since(before))).toEqual(['Tide.wav'])
    expect(seen(ref.message)?.text).toBe(':white_check_mark: ready')
  })

  test('comes smaller where there is too little and is linked, however often it is tried', async () => {
    world.refused = { [wave]: 'file_too_large' }
    const ref = await placeholder()
    world.breaking = 'after upload_0'
    const again = () => edit(ref, [waveOrSmaller])
    await expect(again()).rejects.toThrow()
    const shown = await again()
    expect(namesOf(since(ref.message))).toEqual(['Tide.mp3'])
    expect(seen(shown.message)?.text).toBe(`:white_check_mark: ready\nTide.wav: ${wave}`)
  })

  test('is deleted with its message in the smaller form too', async () => {
    world.refused = { [wave]: 'file_too_large' }
    const before = await threadHead()
    const ref = await edit(await placeholder(), [waveOrSmaller])
    await delivery().remove(ref, world.notes)
    expect(since(before)).toEqual([])
  })
})

describe('a file that cannot come along', () => {
  test.each(['file_too_large', 'file_refused'] as const)(
    '(%s) is linked, and the others come',
    async (code) => {
      world.refused = { [first]: code }
      const before = await threadHead()
      const ref = await edit(await placeholder(), [tide, ebb])
      expect(seen(ref.message)?.text).toBe(`:white_check_mark: ready\nTide: ${first}`)
      expect(namesOf(since(before))).toEqual(['Ebb.mp3'])
    },
  )

  test('since it is gone is said to be so without a link, however often it is tried', async () => {
    world.refused = { [first]: 'file_gone' }
    const ref = await placeholder()
    world.breaking = 'after upload_1'
    const again = () => edit(ref, [tide, ebb], attempt({ linksAllowed: true }))
    await expect(again()).rejects.toThrow()
    const shown = await again()
    expect(seen(shown.message)?.text).toBe(
      ':white_check_mark: ready\nTide: no longer available from the audio service',
    )
    expect(namesOf(since(ref.message))).toEqual(['Ebb.mp3'])
  })

  test('for now is waited for, and nothing is shown', async () => {
    world.refused = { [second]: 'service_unreachable' }
    const ref = await placeholder()
    const work = edit(ref, [tide, ebb])
    await expect(work).rejects.toMatchObject({ code: 'service_unreachable', retryable: true })
    expect(seen(ref.message)?.edits).toBe(0)
    expect(since(ref.message)).toEqual([])
  })

  test('for long is linked, once links are allowed', async () => {
    world.refused = { [first]: 'service_unreachable' }
    const ref = await placeholder()
    await edit(ref, [tide], attempt({ linksAllowed: true }))
    expect(seen(ref.message)?.text).toContain(`Tide: ${first}`)
  })

  test('because nothing is in it is linked', async () => {
    const ref = await placeholder()
    const log = createRecordingLog()
    const empty = createDelivery({
      effect: performed,
      webs,
      us: () => us,
      members: membersOf(log),
      apiUrl: standIn.addresses.api,
      log,
      now: clock.now,
      download: async () => new Uint8Array(),
      wait: async () => undefined,
    })
    await empty.edit(ref, message('ready', [tide]), attempt())
    expect(seen(ref.message)?.text).toContain(`Tide: ${first}`)
  })

  test.each(['upload_0', 'shared_channel'])(
    'does not come along for a step that is over at %s, links or not',
    async (point) => {
      const over = attempt({
        linksAllowed: true,
        async note(name) {
          if (name === point) throw new AppError('step_over', 'another worker has it')
        },
      })
      const ref = await placeholder()
      await expect(edit(ref, [tide], over)).rejects.toMatchObject({ code: 'step_over' })
      expect(since(ref.message)).toEqual([])
      expect(seen(ref.message)?.edits).toBe(0)
    },
  )
})
