import { describe, expect, test } from 'vitest'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import { clip } from '../../../src/core/clip/clip-field.ts'
import type { KnownClip } from '../../../src/core/clip/clip-index.ts'
import type { Draft } from '../../../src/core/command/draft.ts'
import { withDraft } from '../../../src/jobs/request/form.ts'
import { invocation } from '../../support/commands/invocation.ts'

const fields = { clip: clip({ label: 'Clip', help: 'What is remixed' }) }

const upload = (id: number): UploadedClip => ({
  kind: 'upload',
  platform: 'slack',
  url: `https://files.example/${id}/shanty.mp3`,
  name: 'shanty.mp3',
  bytes: 10,
  message: undefined,
})
/** Two clips of one name. */
const [chosen, other] = [upload(1), upload(2)]
const brought = upload(3)
const address = 'https://example.com/a.mp3'

const draftOf = (value: unknown): Draft => ({
  command: 'remix',
  action: undefined,
  member: 'member-1',
  defaults: [],
  shown: {},
  values: { clip: value },
  clips: [chosen, other].map((one): KnownClip => ({ clip: one, from: 'member' })),
})

/** The clip of a request, where a form of a draft with that clip brought something. */
const clipFrom = (draft: unknown, values: Record<string, unknown>): unknown =>
  withDraft(fields, draftOf(draft), invocation({ values }), []).values.clip

describe('a form that showed a clip as chosen', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['sent as it was shown, means that very one', { clip: 'clip:0' }, chosen],
    ['and did not ask for it again, means that very one', {}, chosen],
    ['in which another of its name was picked, means that', { clip: 'clip:1' }, other],
    ['gives way to a file', { clip: ['clip:0', brought] }, brought],
    ['gives way to an address', { clip: ['clip:0', address] }, address],
    ['from which it was taken, has none', { clip: undefined }, undefined],
    ['in which another was picked beside a file, has both', { clip: ['clip:1', brought] }, [other, brought]],
    [
      'with a file and an address beside it, has these',
      { clip: ['clip:0', brought, address] },
      [brought, address],
    ],
    ['from which something was picked that is not on offer, has none', { clip: 'clip:7' }, undefined],
    ['with such a pick beside a file, has the file', { clip: ['clip:7', brought] }, brought],
  ])('%s', (_, values, expected) => {
    expect(clipFrom(chosen, values)).toEqual(expected)
  })
})

describe('a form that showed a typed address', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['left as it was, means that', { clip: address }, address],
    ['gives way to a clip that was picked', { clip: ['clip:1', address] }, other],
    ['gives way to another address', { clip: 'https://example.com/b.mp3' }, 'https://example.com/b.mp3'],
  ])('%s', (_, values, expected) => {
    expect(clipFrom(address, values)).toEqual(expected)
  })
})

test('a form in which nothing was chosen does not guess between two', () => {
  expect(clipFrom(undefined, { clip: ['clip:0', brought] })).toEqual([chosen, brought])
})
