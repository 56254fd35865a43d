import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { answerBody, withSmallFiles } from '../../../../src/bots/discord/answers/answer-body.ts'
import { privately } from '../../../../src/core/command/answer.ts'
import { type WrittenFile, writeFile } from '../../../../src/core/message/written-file.ts'
import { written } from '../../../support/commands/written.ts'

const data = Uint8Array.from([1, 2, 3])
const answer = privately({
  text: 'This is Ada.',
  tone: 'done',
  blocks: [{ kind: 'sound', name: 'Ada Winter.mp3', title: 'Sample of Ada Winter', data }],
})

test('a sound that is at hand goes with the answer', () => {
  expect(answerBody(answer, true).files).toEqual([
    { name: 'Ada-Winter.mp3', description: 'Sample of Ada Winter', attachment: Buffer.from(data) },
  ])
})

test('where no file may be attached, the answer says so', () => {
  const { files, embeds } = answerBody(answer, false)
  expect(files).toEqual([])
  expect(embeds).toMatchObject([
    { description: "I can't attach files here. Try it in a direct message with me." },
  ])
})

const withFile = (file: WrittenFile) =>
  answerBody(
    privately({ text: 'This is all your data here.', tone: 'info', blocks: [{ kind: 'written', ...file }] }),
    true,
  )

test('a file that is too large for Discord is compressed, once for all attempts', async () => {
  const text = 'la '.repeat(4_000_000)
  const file = await writeFile('tunesmith-export.json', [text], 20_000_000)
  if (file === undefined) throw new Error('no file')
  const [{ files }, again] = await Promise.all([
    withSmallFiles(withFile(file)),
    withSmallFiles(withFile(file)),
  ])
  expect(files.map(({ name }) => name)).toEqual(['tunesmith-export.json.gz'])
  const [sent] = files
  expect(gunzipSync(sent?.attachment ?? '').toString()).toBe(text)
  expect(again.files[0]?.attachment.buffer).toBe(sent?.attachment.buffer)
})

test('the bytes of a file are sent as they are by every attempt, without a copy', async () => {
  const file = await writeFile('mine.json', ['{}'], 100)
  if (file === undefined) throw new Error('no file')
  for (const { files } of [withFile(file), await withSmallFiles(withFile(file))]) {
    expect(files.map(({ attachment }) => attachment.toString())).toEqual(['{}'])
    expect(files[0]?.attachment.buffer).toBe(file.data.buffer)
  }
})

test('what is kept of a member is a file, however short', () => {
  const kept = privately({ text: 'Here it is.', tone: 'info', blocks: [written('mine.json', '{}')] })
  expect(answerBody(kept, true).files).toMatchObject([{ name: 'mine.json' }])
  const { files, embeds } = answerBody(kept, false)
  expect(files).toEqual([])
  expect(embeds).toMatchObject([{ description: expect.stringContaining('{}') }])
  const long = privately({
    text: 'Here it is.',
    tone: 'info',
    blocks: [written('mine.json', '歌'.repeat(9_000))],
  })
  expect(answerBody(long, false).embeds).toMatchObject([
    { description: expect.stringMatching(/^I can't attach files here, so this is only the start .*\n歌+…$/) },
  ])
})

test('a picture goes with the answer and its description, and is left out where no file may be attached', () => {
  const description = 'Bars by day'.padEnd(2_000, '.')
  const picture = { kind: 'picture', name: 'budget.png', description, data } as const
  const drawn = privately({ text: '5 credits left here.', tone: 'info', blocks: [picture] })
  expect(answerBody(drawn, true)).toMatchObject({
    files: [{ name: 'budget.png', description: expect.stringMatching(/^Bars by day.{1012}…$/) }],
    embeds: [],
  })
  expect(answerBody(drawn, false)).toMatchObject({ content: '5 credits left here.', files: [], embeds: [] })
})
